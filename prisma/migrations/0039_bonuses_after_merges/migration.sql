-- A bonus goes back with its bill after a merge too: by entries of the wallets that have the points by then.

-- Whether a wallet is another one, or one that it was merged into, one after the other.
CREATE FUNCTION has_points_of(heir bigint, wallet bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT heir = wallet OR EXISTS (
    WITH RECURSIVE next AS (
      SELECT w.merged_into_wallet_id AS id FROM wallet w WHERE w.id = wallet
       UNION
      SELECT w.merged_into_wallet_id FROM next JOIN wallet w ON w.id = next.id)
    SELECT FROM next WHERE next.id = heir)
$$;

CREATE OR REPLACE FUNCTION referral_goes_forward() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  is_lawful boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    is_lawful := NEW.state = 'open';
  ELSIF (NEW.wallet_id, NEW.referrer_wallet_id, NEW.opened_at) IS DISTINCT FROM (OLD.wallet_id, OLD.referrer_wallet_id, OLD.opened_at) THEN
    is_lawful := false;
  ELSIF OLD.state = 'open' THEN
    is_lawful := NEW.state IN ('paid', 'over_limit', 'unpaid')
      AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.reward_entry_id AND e.wallet_id = NEW.reward_wallet_id AND e.log_type_id = 2
                     AND e.amount >= NEW.newcomer_points)
      AND (NEW.bonus_entry_id IS NULL
           OR EXISTS (SELECT FROM entry e WHERE e.id = NEW.bonus_entry_id AND e.wallet_id = NEW.bonus_wallet_id AND e.log_type_id = 6
                         AND e.amount = NEW.referrer_points AND e.related_entry_id = NEW.reward_entry_id));
  ELSE
    is_lawful := OLD.state <> 'taken_back' AND NEW.state = 'taken_back'
      AND (NEW.settled_on, NEW.reward_wallet_id, NEW.reward_entry_id, NEW.newcomer_points, NEW.bonus_wallet_id, NEW.bonus_entry_id, NEW.referrer_points)
          IS NOT DISTINCT FROM (OLD.settled_on, OLD.reward_wallet_id, OLD.reward_entry_id, OLD.newcomer_points, OLD.bonus_wallet_id, OLD.bonus_entry_id, OLD.referrer_points)
      AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.reward_undone_by_entry_id AND has_points_of(e.wallet_id, NEW.reward_wallet_id) AND e.log_type_id IN (4, 11)
                     AND e.related_entry_id = NEW.reward_entry_id)
      AND (NEW.bonus_entry_id IS NULL
           OR EXISTS (SELECT FROM entry e WHERE e.id = NEW.bonus_undone_by_entry_id AND has_points_of(e.wallet_id, NEW.bonus_wallet_id) AND e.log_type_id = 4
                         AND e.related_entry_id = NEW.bonus_entry_id));
  END IF;
  IF NOT is_lawful THEN
    RAISE EXCEPTION 'referral of wallet % cannot become %', NEW.wallet_id, NEW.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'referral_goes_forward';
  END IF;
  RETURN NULL;
END $$;
