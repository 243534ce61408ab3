-- Referrals (rules.md §23): what a customer's first reward brings whoever brought them, and themselves. Off by default.
ALTER TABLE programme
  ADD COLUMN referral_bonus integer NOT NULL DEFAULT 0,
  ADD COLUMN referral_newcomer_bonus integer NOT NULL DEFAULT 0,
  -- In whole currency units.
  ADD COLUMN referral_least_value integer NOT NULL DEFAULT 0,
  -- Bonuses that one referrer gets in a calendar month; NULL: as many as come.
  ADD COLUMN referral_per_month_max integer,
  ADD CONSTRAINT programme_referrals CHECK (referral_bonus BETWEEN 0 AND 1000000 AND referral_newcomer_bonus BETWEEN 0 AND 1000000
    AND referral_least_value BETWEEN 0 AND 1000000 AND referral_per_month_max BETWEEN 0 AND 100000);

-- Who brought whom, and what came of it: one row for a newcomer, for ever.
CREATE TABLE referral (
  -- The newcomer's.
  wallet_id                bigint NOT NULL,
  referrer_wallet_id       bigint NOT NULL,
  state                    varchar(10) NOT NULL DEFAULT 'open',
  opened_at                timestamptz(3) NOT NULL,
  -- The day, in the programme's zone, of the reward that decided it.
  settled_on               date,
  -- That reward: the log that it is in (a pooled newcomer's is its pool's), and what it gave the newcomer.
  reward_wallet_id         bigint,
  reward_entry_id          bigint,
  newcomer_points          bigint NOT NULL DEFAULT 0,
  -- The referrer's bonus, likewise; none where the referrer got none.
  bonus_wallet_id          bigint,
  bonus_entry_id           bigint,
  referrer_points          bigint NOT NULL DEFAULT 0,
  -- What took them back.
  reward_undone_by_entry_id bigint,
  bonus_undone_by_entry_id bigint,
  CONSTRAINT referral_pkey PRIMARY KEY (wallet_id),
  CONSTRAINT referral_reward_entry_key UNIQUE (reward_entry_id),
  CONSTRAINT referral_bonus_entry_key UNIQUE (bonus_entry_id),
  CONSTRAINT referral_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT referral_referrer_wallet_id_fkey FOREIGN KEY (referrer_wallet_id) REFERENCES wallet (id),
  CONSTRAINT referral_not_oneself CHECK (wallet_id <> referrer_wallet_id),
  CONSTRAINT referral_state CHECK (state IN ('open', 'paid', 'over_limit', 'unpaid', 'taken_back')),
  CONSTRAINT referral_settled CHECK ((state = 'open') = (settled_on IS NULL) AND (state = 'open') = (reward_wallet_id IS NULL)
    AND (state = 'open') = (reward_entry_id IS NULL) AND (state <> 'open' OR newcomer_points = 0) AND newcomer_points >= 0),
  CONSTRAINT referral_bonus CHECK ((bonus_entry_id IS NULL) = (bonus_wallet_id IS NULL) AND (bonus_entry_id IS NULL) = (referrer_points = 0)
    AND referrer_points >= 0 AND (bonus_entry_id IS NULL OR state IN ('paid', 'taken_back'))),
  CONSTRAINT referral_taken_back CHECK ((state = 'taken_back') = (reward_undone_by_entry_id IS NOT NULL)
    AND (bonus_undone_by_entry_id IS NOT NULL) = (state = 'taken_back' AND bonus_entry_id IS NOT NULL))
);
CREATE INDEX referral_referrer_wallet_id_idx ON referral (referrer_wallet_id, settled_on);
-- What a cancellation or a return looks for under the lock.
CREATE INDEX referral_reward_wallet_id_idx ON referral (reward_wallet_id) WHERE reward_wallet_id IS NOT NULL AND state <> 'taken_back';
CREATE TRIGGER referral_not_deleted BEFORE DELETE ON referral FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER referral_not_truncated BEFORE TRUNCATE ON referral FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A referral begins open, is decided once, by entries that are in the log, and at most taken back after that.
CREATE FUNCTION referral_goes_forward() RETURNS trigger LANGUAGE plpgsql
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
      AND EXISTS (SELECT FROM entry e WHERE e.id = NEW.reward_undone_by_entry_id AND e.wallet_id = NEW.reward_wallet_id AND e.log_type_id IN (4, 11)
                     AND e.related_entry_id = NEW.reward_entry_id)
      AND (NEW.bonus_entry_id IS NULL
           OR EXISTS (SELECT FROM entry e WHERE e.id = NEW.bonus_undone_by_entry_id AND e.wallet_id = NEW.bonus_wallet_id AND e.log_type_id = 4
                         AND e.related_entry_id = NEW.bonus_entry_id));
  END IF;
  IF NOT is_lawful THEN
    RAISE EXCEPTION 'referral of wallet % cannot become %', NEW.wallet_id, NEW.state
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'referral_goes_forward';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER referral_goes_forward AFTER INSERT OR UPDATE ON referral FOR EACH ROW EXECUTE FUNCTION referral_goes_forward();

-- A wallet names who brought its customer exactly while that referral is open, so that a decided one cannot be paid again.
CREATE FUNCTION wallet_open_referrer() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  IF NEW.open_referrer_id IS DISTINCT FROM (SELECT r.referrer_wallet_id FROM referral r WHERE r.wallet_id = NEW.id AND r.state = 'open') THEN
    RAISE EXCEPTION 'wallet % has no such open referral', NEW.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_open_referrer';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_open_referrer_on_insert AFTER INSERT ON wallet FOR EACH ROW WHEN (NEW.open_referrer_id IS NOT NULL)
  EXECUTE FUNCTION wallet_open_referrer();
CREATE TRIGGER wallet_open_referrer_on_update AFTER UPDATE OF open_referrer_id ON wallet FOR EACH ROW
  EXECUTE FUNCTION wallet_open_referrer();
