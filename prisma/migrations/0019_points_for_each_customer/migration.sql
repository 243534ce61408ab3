-- A promotion may give each customer so many points in a period, besides so often. Its points are counted from its publication on.
ALTER TABLE promotion ADD COLUMN has_wallet_points boolean NOT NULL DEFAULT false;
ALTER TABLE promotion_version
  ADD COLUMN wallet_points integer,
  DROP CONSTRAINT promotion_version_limits,
  ADD CONSTRAINT promotion_version_limits CHECK (budget_points >= 1 AND wallet_max BETWEEN 1 AND 1000 AND wallet_points BETWEEN 1 AND 1000000000
    AND (wallet_max IS NULL AND wallet_points IS NULL) = (wallet_period IS NULL) AND wallet_period IN ('day', 'week', 'month', 'ever')) NOT VALID;
ALTER TABLE promotion_use
  ADD COLUMN points bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT promotion_use_points CHECK (points >= 0) NOT VALID;
DROP TRIGGER promotion_keeps_counting ON promotion;
CREATE TRIGGER promotion_keeps_counting BEFORE UPDATE ON promotion FOR EACH ROW
  WHEN (OLD.was_published AND (OLD.id, OLD.number, OLD.merchant_id, OLD.deal_id, OLD.has_budget, OLD.has_wallet_limit, OLD.has_wallet_points, OLD.was_published)
        IS DISTINCT FROM (NEW.id, NEW.number, NEW.merchant_id, NEW.deal_id, NEW.has_budget, NEW.has_wallet_limit, NEW.has_wallet_points, NEW.was_published))
  EXECUTE FUNCTION promotion_keeps_counting();
-- Items of promotions are read from files too.
ALTER TABLE file_columns
  DROP CONSTRAINT file_columns_kind,
  ADD CONSTRAINT file_columns_kind CHECK (kind IN ('customers', 'branches', 'coupons', 'promotions')) NOT VALID;
