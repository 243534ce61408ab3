-- The same guard with one look at the log instead of two: it runs for each row, and the log is what costs.
CREATE OR REPLACE FUNCTION reversal_matches_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.wallet_id, NEW.entry_id, NEW.taken) IS DISTINCT FROM (OLD.wallet_id, OLD.entry_id, OLD.taken)
     OR TG_OP = 'UPDATE' AND OLD.cancelled_by_entry_id IS NOT NULL AND NEW.cancelled_by_entry_id IS DISTINCT FROM OLD.cancelled_by_entry_id
     OR NOT EXISTS (SELECT 1 FROM entry e
                     WHERE e.wallet_id = NEW.wallet_id AND e.id = NEW.entry_id AND e.amount = NEW.taken
                       AND (NEW.given_back = 0 OR e.log_type_id = 1)) THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NEW;
END $$;
