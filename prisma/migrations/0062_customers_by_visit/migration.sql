-- in steps
-- Customers of a merchant, and of all (merchant 0), by their last visit.
CREATE INDEX CONCURRENTLY IF NOT EXISTS report_wallet_last_day_idx ON report_wallet (merchant_id, last_day, wallet_id);
