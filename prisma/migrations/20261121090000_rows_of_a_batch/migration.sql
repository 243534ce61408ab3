-- How the rows of a batch travel: one array of composite values for each table. Arrays of single columns have to be stored and joined with
-- each other again, which costs more, above all in a small batch.
CREATE TYPE movement_row AS (
  wallet_id          bigint,
  seq                integer,
  id                 bigint,
  log_type_id        smallint,
  channel_id         smallint,
  amount             bigint,
  points_delta       bigint,
  suspended_delta    bigint,
  amount_value       bigint,
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
  comment            text,
  hash               bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

CREATE TYPE lot_row AS (
  wallet_id  bigint,
  expires_on date,
  points     bigint
);

CREATE TYPE key_row AS (
  user_id      integer,
  operation    smallint,
  key          text,
  wallet_id    bigint,
  entry_id     bigint,
  request_hash bytea,
  created_at   timestamptz
);
