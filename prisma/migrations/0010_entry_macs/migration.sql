-- A code over an entry's hash under a key that is not in the database. Entries of before have none.
ALTER TABLE entry ADD COLUMN mac bytea;

-- A row of a batch with the code. The release before goes on with the type of its own.
CREATE TYPE coded_movement_row AS (
  wallet_id          bigint,
  seq                integer,
  id                 bigint,
  log_type_id        smallint,
  channel_id         smallint,
  amount             bigint,
  points_delta       bigint,
  suspended_delta    bigint,
  amount_value       bigint,
  amount_hundredths  smallint,
  factor             numeric,
  balance_after      bigint,
  accumulated_after  bigint,
  redeemed_after     bigint,
  suspended_after    bigint,
  segment_version_id integer,
  user_id            integer,
  merchant_id        integer,
  branch_id          integer,
  related_entry_id   bigint,
  expires_on         date,
  created_at         timestamptz,
  invoice_date       timestamptz,
  lot_moves          jsonb,
  branch_msisdn      text,
  external_log_id    text,
  invoice_number     text,
  sku_id             text,
  actor_wallet_id    bigint,
  offer_number       integer,
  sku_rule_id        integer,
  comment            text,
  hash               bytea,
  mac                bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);
