-- The setting-up of a new programme: its first operator decides alone from `setup_from` on, until the first movement of a customer or
-- for 72 hours. Programmes that have people already are never set up again: the columns stay empty.
ALTER TABLE programme
  ADD COLUMN setup_by integer,
  ADD COLUMN setup_from timestamptz(3),
  ADD COLUMN setup_closed_at timestamptz(3);

ALTER TABLE programme ADD CONSTRAINT programme_setup CHECK (
  (setup_by IS NULL) = (setup_from IS NULL) AND (setup_closed_at IS NULL OR setup_from IS NOT NULL));

CREATE FUNCTION refuse_another_setup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.setup_by IS NULL THEN
    IF NEW.setup_by IS NOT NULL AND (EXISTS (SELECT FROM entry)
       OR EXISTS (SELECT FROM app_user WHERE kind = 'portal' AND id <> NEW.setup_by)) THEN
      RAISE EXCEPTION 'A programme with people or points is not set up again' USING ERRCODE = 'check_violation', CONSTRAINT = 'programme_set_up_once';
    END IF;
  ELSIF (NEW.setup_by, NEW.setup_from) IS DISTINCT FROM (OLD.setup_by, OLD.setup_from)
     OR (OLD.setup_closed_at IS NOT NULL AND NEW.setup_closed_at IS DISTINCT FROM OLD.setup_closed_at) THEN
    RAISE EXCEPTION 'The setting-up of a programme happens once' USING ERRCODE = 'check_violation', CONSTRAINT = 'programme_set_up_once';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER programme_set_up_once BEFORE UPDATE OF setup_by, setup_from, setup_closed_at ON programme
  FOR EACH ROW EXECUTE FUNCTION refuse_another_setup();

-- A request of an act that its asker finishes is kept until then, and no longer than its approval is good for.
CREATE OR REPLACE FUNCTION point_adjustment_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_forgotten boolean := OLD.state <> 'requested' AND OLD.request IS NOT NULL AND NEW.request IS NULL AND NEW.used_at IS NOT DISTINCT FROM OLD.used_at;
BEGIN
  IF (NEW.id, NEW.kind, NEW.user_id, NEW.content_hash, NEW.summary, NEW.wallet_id, NEW.merchant_id, NEW.direction, NEW.pocket, NEW.points, NEW.reason, NEW.reference, NEW.requested_by, NEW.requested_at)
     IS DISTINCT FROM
     (OLD.id, OLD.kind, OLD.user_id, OLD.content_hash, OLD.summary, OLD.wallet_id, OLD.merchant_id, OLD.direction, OLD.pocket, OLD.points, OLD.reason, OLD.reference, OLD.requested_by, OLD.requested_at)
     OR (OLD.state <> 'requested'
         AND ((NOT is_forgotten AND (OLD.used_at IS NOT NULL OR NEW.used_at IS NULL))
              OR (NEW.state, NEW.decided_by, NEW.decided_at, NEW.note) IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at, OLD.note))) THEN
    RAISE EXCEPTION 'adjustment % is decided', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'point_adjustment_decided_once';
  END IF;
  RETURN NEW;
END $$;
