-- in steps
-- The cards that were merged into one, for what was done with them before: bonuses that go back, the customer's file, erasure.
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallet_merged_into_idx ON wallet (merged_into_wallet_id) WHERE merged_into_wallet_id IS NOT NULL;
