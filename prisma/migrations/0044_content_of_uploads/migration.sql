-- An upload is the file of its content: SHA-256 of each part of a file of customers, and of a list of coupons' holders.
ALTER TABLE wallet_import ADD COLUMN part_hashes text[] NOT NULL DEFAULT '{}';
ALTER TABLE coupon_issue ADD COLUMN content char(64);
