-- A cancellation undoes a return of goods as well: points that had not ripened are aside again, and what was taken back of a reward goes down.
ALTER TABLE entry
  DROP CONSTRAINT entry_suspended_only_where_allowed,
  ADD CONSTRAINT entry_suspended_only_where_allowed CHECK (
    suspended_delta = 0
    OR CASE WHEN log_type_id = 1 THEN suspended_delta < 0 AND points_delta >= 0
            WHEN log_type_id = 2 THEN suspended_delta > 0 AND points_delta = 0
            WHEN log_type_id = 11 THEN suspended_delta < 0
            WHEN log_type_id = 4 THEN suspended_delta < 0 OR points_delta = 0
            ELSE log_type_id IN (6, 7, 8, 9, 10, 12) END) NOT VALID;

-- Whether a return of a reward was undone.
CREATE FUNCTION has_undone_return(reward bigint) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
SET enable_seqscan = off AS
$$ SELECT EXISTS (SELECT FROM entry r JOIN entry c ON c.related_entry_id = r.id AND c.log_type_id = 4
                   WHERE r.related_entry_id = reward AND r.log_type_id = 11) $$;

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
    -- What a reversal is about stays, and so does a cancellation. What was taken back of a reward stays as well, until a return is undone.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id)
                          AND (n.given_back >= o.given_back AND n.open_refunds >= o.open_refunds
                               AND thousandths(n.given_back_value, n.given_back_hundredths) >= thousandths(o.given_back_value, o.given_back_hundredths)
                               OR EXISTS (SELECT 1 FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id AND x.log_type_id = 1)
                               OR has_undone_return(n.entry_id)))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION pending_points_match_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND ((NEW.wallet_id, NEW.entry_id, NEW.ripens_on, NEW.expires_on)
                           IS DISTINCT FROM (OLD.wallet_id, OLD.entry_id, OLD.ripens_on, OLD.expires_on)
                           OR NEW.points > OLD.points AND NOT (
                             has_undone_return(NEW.entry_id)
                             AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.suspended_delta >= NEW.points)))
     OR TG_OP = 'INSERT' AND NOT EXISTS (
          SELECT FROM entry e WHERE e.id = NEW.entry_id AND e.wallet_id = NEW.wallet_id AND e.log_type_id = 2
             AND e.suspended_delta >= NEW.points AND e.suspended_delta > 0 AND e.expires_on = NEW.expires_on) THEN
    RAISE EXCEPTION 'pending points of entry % do not match the log', NEW.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'pending_points_match_reward';
  END IF;
  RETURN NULL;
END $$;

-- Those taken back are looked for as well: the returns of their rewards stay.
CREATE INDEX referral_of_reward_idx ON referral (reward_wallet_id) WHERE reward_wallet_id IS NOT NULL;
