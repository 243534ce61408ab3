-- A file of coupons is stopped, by a person or with its offer, and its unused coupons are taken back in steps.
ALTER TABLE coupon_issue
  ADD COLUMN taken_back integer NOT NULL DEFAULT 0,
  ADD COLUMN taken_back_to bigint NOT NULL DEFAULT 0,
  ADD COLUMN taken_back_by integer,
  DROP CONSTRAINT coupon_issue_state,
  ADD CONSTRAINT coupon_issue_state CHECK (state IN ('receiving', 'running', 'done', 'stopped', 'taking', 'taken') AND (state IN ('done', 'stopped', 'taken')) = (finished_at IS NOT NULL)) NOT VALID;
