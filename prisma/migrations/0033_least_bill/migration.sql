-- The least bill on which a coupon can be used, in whole currency units.
ALTER TABLE coupon_template
  ADD COLUMN min_bill integer,
  ADD CONSTRAINT coupon_template_min_bill CHECK (min_bill BETWEEN 1 AND 1000000) NOT VALID;
