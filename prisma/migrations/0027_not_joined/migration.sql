-- in steps
-- Customers who have not joined are few beside the others, and lists and Home look for them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallet_not_joined_idx ON wallet (id) WHERE NOT is_opted_in;
