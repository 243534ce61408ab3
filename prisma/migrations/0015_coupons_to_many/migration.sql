-- One coupon of an offer for each customer, unless the file says otherwise; and the SHA-256 of its lines, by which the same file is known again.
ALTER TABLE coupon_issue
  ADD COLUMN again boolean NOT NULL DEFAULT false,
  ADD COLUMN digest char(64);
ALTER TABLE coupon_issue_line
  DROP CONSTRAINT coupon_issue_line_problem,
  ADD CONSTRAINT coupon_issue_line_problem CHECK (problem IN ('unknown', 'closed', 'has', 'stock')) NOT VALID;
