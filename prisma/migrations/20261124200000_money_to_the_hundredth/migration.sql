-- Bills are seldom whole. An amount of money keeps its whole currency units where they are, and its hundredths (piastres) beside them.
-- A column with a constant default is a note in the catalogue: the log is neither rewritten nor read. For the same reason the checks are
-- not validated: they bind every row from now on, and all rows before hold the default.
ALTER TABLE entry ADD COLUMN amount_hundredths smallint NOT NULL DEFAULT 0;
ALTER TABLE entry ADD CONSTRAINT entry_hundredths CHECK (amount_hundredths BETWEEN 0 AND 99) NOT VALID;

ALTER TABLE reversal ADD COLUMN given_back_hundredths smallint NOT NULL DEFAULT 0;
ALTER TABLE reversal ADD CONSTRAINT reversal_hundredths CHECK (given_back_hundredths BETWEEN 0 AND 99) NOT VALID;

-- Of a sum: the hundredths of its entries added up. The sum in hundredths is value * 100 + value_hundredths.
ALTER TABLE report_day ADD COLUMN value_hundredths bigint NOT NULL DEFAULT 0;
ALTER TABLE report_month ADD COLUMN value_hundredths bigint NOT NULL DEFAULT 0;
ALTER TABLE report_deal_day ADD COLUMN value_hundredths bigint NOT NULL DEFAULT 0;

-- How rows of a batch travel, with their hundredths. The types without them stay: processes of the version before write with those
-- until they are replaced.
CREATE TYPE exact_movement_row AS (
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
  comment            text,
  hash               bytea,
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

CREATE TYPE exact_reversal_row AS (
  wallet_id             bigint,
  entry_id              bigint,
  taken                 bigint,
  given_back            bigint,
  given_back_value      bigint,
  given_back_hundredths smallint,
  open_refunds          integer,
  given_back_by_lot     jsonb,
  cancelled_by_entry_id bigint
);

-- The same guard, and of money as of points no more is given back than the entry is worth.
CREATE OR REPLACE FUNCTION reversal_matches_entry() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad
    FROM new_reversals n
    LEFT JOIN LATERAL (SELECT x.amount, x.log_type_id, x.amount_value, x.amount_hundredths
                         FROM entry x WHERE x.id = n.entry_id AND x.wallet_id = n.wallet_id LIMIT 1) e ON true
   WHERE e.amount IS DISTINCT FROM n.taken
      OR n.given_back > 0 AND e.log_type_id <> 1
      OR (n.given_back_value, n.given_back_hundredths) > (e.amount_value, e.amount_hundredths)
   LIMIT 1;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    -- What a reversal is about stays, and so does a cancellation.
    SELECT o.entry_id INTO bad
      FROM old_reversals o
     WHERE NOT EXISTS (SELECT 1 FROM new_reversals n
                        WHERE (n.wallet_id, n.entry_id, n.taken) = (o.wallet_id, o.entry_id, o.taken)
                          AND (o.cancelled_by_entry_id IS NULL OR n.cancelled_by_entry_id IS NOT DISTINCT FROM o.cancelled_by_entry_id))
     LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'reversal of entry % does not match the log', bad.entry_id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_matches_entry';
  END IF;
  RETURN NULL;
END $$;
