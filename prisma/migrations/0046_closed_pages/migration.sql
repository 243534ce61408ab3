-- A closed month keeps all that was owed at its end, and not the sums of its movements alone; null: closed by a release before.
ALTER TABLE closed_month ADD COLUMN outstanding jsonb;
