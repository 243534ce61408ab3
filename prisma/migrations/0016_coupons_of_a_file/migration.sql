-- in steps
-- The coupons of one file, which are taken back together.
CREATE INDEX CONCURRENTLY IF NOT EXISTS coupon_issue_id_idx ON coupon (issue_id) WHERE issue_id IS NOT NULL;
