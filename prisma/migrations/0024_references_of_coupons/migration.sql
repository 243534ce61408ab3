-- A cancellation closes references of acts on coupons as well: 13 of RedeemCoupon, 14 of CancelCoupon (rules.md §7).
ALTER TABLE idempotency_key
  DROP CONSTRAINT idempotency_key_operation,
  ADD CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 14) NOT VALID;
