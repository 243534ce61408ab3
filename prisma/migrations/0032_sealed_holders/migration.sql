-- Holders in files of coupons that are no wallet's code (numbers, names) are sealed, and forgotten with their customer.
ALTER TABLE coupon_issue_line ADD COLUMN sealed bytea;
CREATE INDEX coupon_issue_line_sealed_idx ON coupon_issue_line (wallet_code) WHERE sealed IS NOT NULL;
