-- Money given back may have thousandths as entries have.
ALTER TABLE reversal
  DROP CONSTRAINT reversal_hundredths,
  ADD CONSTRAINT reversal_hundredths CHECK (given_back_hundredths BETWEEN 0 AND 99 OR given_back_hundredths BETWEEN 1001 AND 1999) NOT VALID;

CREATE FUNCTION thousandths(units bigint, hundredths smallint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT units * 1000 + CASE WHEN hundredths < 1000 THEN hundredths * 10 ELSE hundredths - 1000 END $$;

CREATE OR REPLACE FUNCTION reversal_matches_entry() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad
    FROM new_reversals n
    LEFT JOIN LATERAL (SELECT x.amount, x.log_type_id, x.amount_value, x.amount_hundredths
                         FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id LIMIT 1) e ON true
   WHERE e.amount IS DISTINCT FROM n.taken
      OR n.open_refunds > 0 AND e.log_type_id NOT IN (1, 2)
      OR thousandths(n.given_back_value, n.given_back_hundredths) > thousandths(e.amount_value, e.amount_hundredths)
   LIMIT 1;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    -- What a reversal is about stays, and so does a cancellation. Returns are not undone: what was taken back of a reward stays as well.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id)
                          AND (n.given_back >= o.given_back AND n.open_refunds >= o.open_refunds
                               AND thousandths(n.given_back_value, n.given_back_hundredths) >= thousandths(o.given_back_value, o.given_back_hundredths)
                               OR EXISTS (SELECT 1 FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id AND x.log_type_id = 1)))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;
