-- Points that lie aside: those of rewards that are still to ripen, and those that are held for an order. Both are a part of a wallet's
-- suspended points; entries move them there and back.

-- Each allows all that the one before it allowed, so the rows that are there need not be looked at again: the log may be long, and the
-- table is locked. Of a redemption that moves no suspended points they say what they said before.
ALTER TABLE entry
  DROP CONSTRAINT entry_log_type,
  ADD CONSTRAINT entry_log_type CHECK (log_type_id BETWEEN 1 AND 12) NOT VALID,
  DROP CONSTRAINT entry_amount_moved,
  ADD CONSTRAINT entry_amount_moved CHECK (
    amount = CASE WHEN log_type_id = 1 THEN -points_delta - suspended_delta
                  ELSE greatest(abs(points_delta), abs(suspended_delta)) END
    AND amount_value >= 0) NOT VALID,
  DROP CONSTRAINT entry_direction,
  ADD CONSTRAINT entry_direction CHECK (
    CASE WHEN log_type_id IN (2, 3, 6, 9, 10) THEN points_delta >= 0
         WHEN log_type_id IN (5, 7, 8, 11, 12) THEN points_delta <= 0
         WHEN log_type_id = 1 THEN points_delta + suspended_delta <= 0 AND (suspended_delta < 0 OR points_delta <= 0)
         ELSE true END) NOT VALID,
  DROP CONSTRAINT entry_suspended_only_where_allowed,
  ADD CONSTRAINT entry_suspended_only_where_allowed CHECK (
    suspended_delta = 0
    OR CASE WHEN log_type_id = 1 THEN suspended_delta < 0 AND points_delta >= 0
            WHEN log_type_id = 2 THEN suspended_delta > 0 AND points_delta = 0
            WHEN log_type_id IN (4, 11) THEN suspended_delta < 0
            ELSE log_type_id IN (6, 7, 8, 9, 10, 12) END) NOT VALID,
  DROP CONSTRAINT entry_release_moves_suspended,
  ADD CONSTRAINT entry_release_moves_suspended CHECK (log_type_id NOT IN (10, 12) OR points_delta = -suspended_delta) NOT VALID,
  DROP CONSTRAINT entry_spending_not_below_zero,
  ADD CONSTRAINT entry_spending_not_below_zero CHECK (
    log_type_id NOT IN (1, 5, 7, 8, 12) OR points_delta >= 0 OR balance_after >= 0) NOT VALID,
  DROP CONSTRAINT entry_reverses_something,
  ADD CONSTRAINT entry_reverses_something CHECK (
    related_entry_id IS NOT NULL
    OR log_type_id NOT IN (3, 4, 11) AND (log_type_id <> 1 OR suspended_delta = 0)) NOT VALID;
ALTER TABLE idempotency_key
  DROP CONSTRAINT idempotency_key_operation,
  ADD CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 12) NOT VALID;

ALTER TABLE programme
  ADD COLUMN ripening_days integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT programme_ripening_days CHECK (ripening_days BETWEEN 0 AND 365);
ALTER TABLE merchant
  ADD COLUMN ripening_days integer,
  ADD CONSTRAINT merchant_ripening_days CHECK (ripening_days BETWEEN 0 AND 365);

-- What rewards go by is remembered under the mark of the programme's row (decision 0046): a merchant's days renew it.
CREATE FUNCTION merchant_renews_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE programme SET id = id WHERE id = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER merchant_renews_rules_on_insert AFTER INSERT ON merchant FOR EACH ROW
  WHEN (NEW.ripening_days IS NOT NULL) EXECUTE FUNCTION merchant_renews_rules();
CREATE TRIGGER merchant_renews_rules_on_update AFTER UPDATE ON merchant FOR EACH ROW
  WHEN (OLD.ripening_days IS DISTINCT FROM NEW.ripening_days) EXECUTE FUNCTION merchant_renews_rules();

CREATE TABLE pending_points (
  wallet_id  bigint NOT NULL,
  entry_id   bigint NOT NULL,
  points     bigint NOT NULL,
  ripens_on  date   NOT NULL,
  expires_on date   NOT NULL,
  CONSTRAINT pending_points_pkey PRIMARY KEY (wallet_id, entry_id),
  CONSTRAINT pending_points_not_negative CHECK (points >= 0)
) WITH (fillfactor = 80);
CREATE INDEX pending_points_wallet_idx ON pending_points (wallet_id) WHERE points > 0;
CREATE INDEX pending_points_ripens_idx ON pending_points (ripens_on, wallet_id) WHERE points > 0;

CREATE FUNCTION pending_points_match_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND ((NEW.wallet_id, NEW.entry_id, NEW.ripens_on, NEW.expires_on)
                           IS DISTINCT FROM (OLD.wallet_id, OLD.entry_id, OLD.ripens_on, OLD.expires_on)
                           OR NEW.points > OLD.points)
     OR TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.log_type_id = 2
             AND e.suspended_delta >= NEW.points AND e.suspended_delta > 0 AND e.expires_on = NEW.expires_on) THEN
    RAISE EXCEPTION 'pending points of entry % do not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'pending_points_match_reward';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER pending_points_match_reward AFTER INSERT OR UPDATE ON pending_points FOR EACH ROW
  EXECUTE FUNCTION pending_points_match_reward();
CREATE TRIGGER pending_points_not_deleted BEFORE DELETE ON pending_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pending_points_not_truncated BEFORE TRUNCATE ON pending_points FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE hold (
  entry_id          bigint         NOT NULL,
  wallet_id         bigint         NOT NULL,
  points            bigint         NOT NULL,
  expires_at        timestamptz(3) NOT NULL,
  state             varchar(8)     NOT NULL DEFAULT 'open',
  ended_by_entry_id bigint,
  CONSTRAINT hold_pkey PRIMARY KEY (entry_id),
  CONSTRAINT hold_state CHECK (state IN ('open', 'captured', 'released') AND (state = 'open') = (ended_by_entry_id IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX hold_wallet_idx ON hold (wallet_id) WHERE state = 'open';
CREATE INDEX hold_expires_idx ON hold (expires_at, wallet_id) WHERE state = 'open';

-- A hold ends once, by an entry that takes exactly its points from the suspended ones.
CREATE FUNCTION hold_matches_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.state <> 'open' OR (NEW.entry_id, NEW.wallet_id, NEW.points, NEW.expires_at)
                                                   IS DISTINCT FROM (OLD.entry_id, OLD.wallet_id, OLD.points, OLD.expires_at))
     OR TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.log_type_id = 12
             AND e.amount = NEW.points AND e.created_at < NEW.expires_at)
     OR NEW.ended_by_entry_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.ended_by_entry_id AND e.wallet_id = NEW.wallet_id AND e.related_entry_id = NEW.entry_id
             AND e.suspended_delta = -NEW.points AND e.log_type_id = CASE NEW.state WHEN 'captured' THEN 1 ELSE 10 END) THEN
    RAISE EXCEPTION 'hold % does not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'hold_matches_log';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER hold_matches_log AFTER INSERT OR UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION hold_matches_log();
CREATE TRIGGER hold_not_deleted BEFORE DELETE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER hold_not_truncated BEFORE TRUNCATE ON hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
