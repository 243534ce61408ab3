-- Bills that are settled at once: the reward's id, and the redemption before it. Written by the ledger with their entries, and never changed.
CREATE TABLE bill (
  id                  bigint PRIMARY KEY,
  wallet_id           bigint NOT NULL,
  redemption_entry_id bigint,
  -- The whole bill, and what its coupons took off, in the smallest unit of money.
  hundredths          bigint NOT NULL,
  off_hundredths      bigint NOT NULL,
  CONSTRAINT bill_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT bill_amounts CHECK (hundredths > 0 AND off_hundredths BETWEEN 0 AND hundredths),
  CONSTRAINT bill_redemption CHECK (redemption_entry_id < id)
);
CREATE UNIQUE INDEX bill_redemption_entry_id_idx ON bill (redemption_entry_id) WHERE redemption_entry_id IS NOT NULL;
CREATE INDEX bill_wallet_id_idx ON bill (wallet_id, id);
CREATE TRIGGER bill_append_only BEFORE UPDATE OR DELETE ON bill FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_not_truncated BEFORE TRUNCATE ON bill FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Coupons of settled bills, in the order in which they took off.
CREATE TABLE bill_coupon (
  bill_id        bigint   NOT NULL,
  place          smallint NOT NULL,
  coupon_id      bigint   NOT NULL,
  off_hundredths bigint   NOT NULL,
  CONSTRAINT bill_coupon_pkey PRIMARY KEY (bill_id, place),
  CONSTRAINT bill_coupon_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill (id),
  CONSTRAINT bill_coupon_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon (id),
  CONSTRAINT bill_coupon_off CHECK (off_hundredths >= 0)
);
CREATE INDEX bill_coupon_coupon_id_idx ON bill_coupon (coupon_id, bill_id);
CREATE TRIGGER bill_coupon_append_only BEFORE UPDATE OR DELETE ON bill_coupon FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_coupon_not_truncated BEFORE TRUNCATE ON bill_coupon FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Settle has references of its own, 16: a cancellation closes them as well (rules.md §7).
ALTER TABLE idempotency_key
  DROP CONSTRAINT idempotency_key_operation,
  ADD CONSTRAINT idempotency_key_operation CHECK (operation BETWEEN 1 AND 16) NOT VALID;
