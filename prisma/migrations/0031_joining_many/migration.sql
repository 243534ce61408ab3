-- A second person agrees that many customers join, who agreed on paper (rules.md §24).
ALTER TABLE point_adjustment
  DROP CONSTRAINT point_adjustment_kind,
  ADD CONSTRAINT point_adjustment_kind CHECK (
    kind IN ('adjust', 'merge', 'pin', 'mobile', 'make_admin', 'reset_admin', 'family', 'segment', 'client', 'offer', 'coupons', 'rules', 'join')) NOT VALID;
