-- Shifts of those who serve at a till, and the customer's side of a till (decisions/0044).

ALTER TABLE programme
  ADD COLUMN shifts varchar(8) NOT NULL DEFAULT 'off',
  ADD CONSTRAINT programme_shifts CHECK (shifts IN ('off', 'offered', 'required'));

-- What belongs to a shift follows from who, where and when: no row of the log names one.
CREATE TABLE shift (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id),
  branch_id integer NOT NULL REFERENCES branch (id),
  opened_by integer NOT NULL REFERENCES app_user (id),
  opened_at timestamptz(3) NOT NULL,
  -- What a cashier counted and noted: a figure of the shift's own, that nothing is computed from.
  opening_hundredths bigint,
  opening_note varchar(250) NOT NULL DEFAULT '',
  closed_by integer REFERENCES app_user (id),
  closed_at timestamptz(3),
  ending varchar(12),
  closing_hundredths bigint,
  closing_note varchar(250) NOT NULL DEFAULT '',
  -- The shift of the colleague that it was handed over to.
  handed_to integer REFERENCES shift (id),
  CONSTRAINT shift_counts CHECK (coalesce(opening_hundredths, 0) >= 0 AND coalesce(closing_hundredths, 0) >= 0),
  CONSTRAINT shift_ending CHECK (ending IN ('closed', 'handed_over', 'by_other', 'day_end')),
  CONSTRAINT shift_closed CHECK (
    num_nulls(closed_by, closed_at, ending) IN (0, 3)
    AND (closed_at IS NULL OR closed_at >= opened_at)
    AND (closed_at IS NOT NULL OR closing_hundredths IS NULL)
    AND (handed_to IS NOT NULL) = (ending IS NOT DISTINCT FROM 'handed_over'))
);
-- A person has one open shift.
CREATE UNIQUE INDEX shift_open_idx ON shift (user_id) WHERE closed_at IS NULL;
CREATE INDEX shift_branch_idx ON shift (branch_id, opened_at);
CREATE UNIQUE INDEX shift_handed_to_key ON shift (handed_to);

CREATE FUNCTION shift_closed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.branch_id, NEW.opened_by, NEW.opened_at, NEW.opening_hundredths, NEW.opening_note)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.branch_id, OLD.opened_by, OLD.opened_at, OLD.opening_hundredths, OLD.opening_note) THEN
    RAISE EXCEPTION 'shift % is closed, or was opened otherwise', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'shift_closed_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shift_closed_once BEFORE UPDATE ON shift FOR EACH ROW EXECUTE FUNCTION shift_closed_once();

-- A window or tablet that the customer looks at. It ends with the session of the till that it is paired with.
CREATE TABLE till_display (
  id serial PRIMARY KEY,
  session_id integer NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES app_user (id),
  branch_id integer NOT NULL REFERENCES branch (id),
  code varchar(8),
  code_expires_at timestamptz(3),
  token_hash bytea,
  seen_at timestamptz(3),
  -- Counts the changes: who looks on asks for what came after the one it knows.
  version integer NOT NULL DEFAULT 1,
  -- What the till shows: amounts and points, never a name, a number or a wallet.
  shown jsonb NOT NULL DEFAULT '{"name": "idle"}',
  shown_at timestamptz(3) NOT NULL,
  -- The redemption whose PIN is asked for, and what the PIN that was typed came to. The PIN itself is not kept.
  pin_wallet_code varchar(32),
  pin_hundredths bigint,
  pin_check jsonb,
  pin_at timestamptz(3),
  CONSTRAINT till_display_code CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL OR token_hash IS NULL)),
  CONSTRAINT till_display_pin CHECK (num_nulls(pin_wallet_code, pin_hundredths) IN (0, 2) AND num_nulls(pin_check, pin_at) IN (0, 2) AND (pin_check IS NULL OR pin_wallet_code IS NOT NULL)),
  CONSTRAINT till_display_token CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX till_display_session_key ON till_display (session_id);
CREATE UNIQUE INDEX till_display_code_key ON till_display (code);
CREATE UNIQUE INDEX till_display_token_key ON till_display (token_hash);
