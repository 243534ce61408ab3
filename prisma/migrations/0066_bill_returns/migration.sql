-- Goods of settled bills that came back (rules.md §25): the return's id, and the refund before it. Written by the ledger with their entries, and never changed.
CREATE TABLE bill_return (
  id              bigint PRIMARY KEY,
  -- Of the entries: since a merge another one than the bill's.
  wallet_id       bigint NOT NULL,
  bill_id         bigint NOT NULL,
  refund_entry_id bigint,
  -- The price of the goods, in the smallest unit of money.
  hundredths      bigint NOT NULL,
  CONSTRAINT bill_return_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id),
  CONSTRAINT bill_return_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill (id),
  CONSTRAINT bill_return_goods CHECK (hundredths > 0),
  CONSTRAINT bill_return_refund CHECK (refund_entry_id < id)
);
CREATE UNIQUE INDEX bill_return_refund_entry_id_idx ON bill_return (refund_entry_id) WHERE refund_entry_id IS NOT NULL;
CREATE INDEX bill_return_bill_id_idx ON bill_return (bill_id, id);
CREATE INDEX bill_return_wallet_id_idx ON bill_return (wallet_id, id);
CREATE TRIGGER bill_return_append_only BEFORE UPDATE OR DELETE ON bill_return FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_return_not_truncated BEFORE TRUNCATE ON bill_return FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
