-- Reversals travel as the other rows of a batch do, and are compared with the log once for all of a statement instead of one by one.
CREATE TYPE reversal_row AS (
  wallet_id             bigint,
  entry_id              bigint,
  taken                 bigint,
  given_back            bigint,
  given_back_value      bigint,
  open_refunds          integer,
  given_back_by_lot     jsonb,
  cancelled_by_entry_id bigint
);

DROP TRIGGER reversal_matches_entry ON reversal;
CREATE OR REPLACE FUNCTION reversal_matches_entry() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad
    FROM new_reversals n
    LEFT JOIN LATERAL (SELECT x.amount, x.log_type_id FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id LIMIT 1) e ON true
   WHERE e.amount IS DISTINCT FROM n.taken
      OR n.given_back > 0 AND e.log_type_id <> 1
   LIMIT 1;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    -- What a reversal is about stays, and so does a cancellation.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reversal_matches_entry_on_insert AFTER INSERT ON reversal REFERENCING NEW TABLE AS new_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION reversal_matches_entry();
CREATE TRIGGER reversal_matches_entry_on_update AFTER UPDATE ON reversal REFERENCING OLD TABLE AS old_reversals NEW TABLE AS new_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION reversal_matches_entry();
