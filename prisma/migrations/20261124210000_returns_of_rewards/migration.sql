-- Goods come back: an entry of kind 11 takes points of its reward back. What was taken back stands in the reward's reversal, as what was
-- given back of a redemption stands in the redemption's.

ALTER TABLE merchant
  ADD COLUMN return_window_days integer NOT NULL DEFAULT 90,
  ADD CONSTRAINT merchant_return_window CHECK (return_window_days BETWEEN 0 AND 3650);

-- Each allows all that the one before it allowed, so the rows that are there need not be looked at again: the log may be long, and the
-- table is locked.
ALTER TABLE entry
  DROP CONSTRAINT entry_log_type,
  ADD CONSTRAINT entry_log_type CHECK (log_type_id BETWEEN 1 AND 11) NOT VALID,
  DROP CONSTRAINT entry_direction,
  ADD CONSTRAINT entry_direction CHECK (
    CASE WHEN log_type_id IN (2, 3, 6, 9, 10) THEN points_delta >= 0
         WHEN log_type_id IN (1, 5, 7, 8, 11) THEN points_delta <= 0
         ELSE true END) NOT VALID,
  DROP CONSTRAINT entry_reverses_something,
  ADD CONSTRAINT entry_reverses_something CHECK (log_type_id NOT IN (3, 4, 11) OR related_entry_id IS NOT NULL) NOT VALID;
ALTER TABLE idempotency_key
  DROP CONSTRAINT idempotency_key_operation,
  ADD CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 11) NOT VALID;

-- A return of cheap goods may come to no points. The reward was returned in part all the same, and is not cancelled any more.
ALTER TABLE reversal
  DROP CONSTRAINT reversal_open_refunds,
  ADD CONSTRAINT reversal_open_refunds CHECK (
    open_refunds >= 0 AND (open_refunds > 0 OR (given_back, given_back_value, given_back_hundredths) = (0, 0, 0))),
  DROP CONSTRAINT reversal_cancelled_without_refunds,
  ADD CONSTRAINT reversal_cancelled_without_refunds CHECK (cancelled_by_entry_id IS NULL OR open_refunds = 0);

-- The same guard for both: only redemptions and rewards are given back in parts, of neither more than it is worth.
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
      OR (n.given_back_value, n.given_back_hundredths) > (e.amount_value, e.amount_hundredths)
   LIMIT 1;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    -- What a reversal is about stays, and so does a cancellation. Returns are not undone: what was taken back of a reward stays as well.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id)
                          AND (n.given_back >= o.given_back AND n.open_refunds >= o.open_refunds
                               AND (n.given_back_value, n.given_back_hundredths) >= (o.given_back_value, o.given_back_hundredths)
                               OR EXISTS (SELECT 1 FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id AND x.log_type_id = 1)))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;
