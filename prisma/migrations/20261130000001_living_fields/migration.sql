-- What an entry says beside its points, where it says it: the wallet that was addressed, the promotion that acted, its rule for an
-- item. And the wallets that have to be locked together with one: whose points a pooled child moves, and who brought a newcomer whose
-- first reward is still to come.
ALTER TABLE entry
  ADD COLUMN actor_wallet_id bigint,
  ADD COLUMN offer_number    integer,
  ADD COLUMN sku_rule_id     integer;

ALTER TABLE wallet
  ADD COLUMN pool_wallet_id   bigint REFERENCES wallet (id),
  ADD COLUMN open_referrer_id bigint REFERENCES wallet (id);

-- How rows of a batch travel, with these fields. The types without them stay: processes of the version before write with those until
-- they are replaced.
CREATE TYPE living_movement_row AS (
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
  -- The wallet's segment after the entry, on the wallet's last entry of the batch; null on those before it.
  segment_id         integer
);

CREATE TABLE entry_part (
  entry_id             bigint      NOT NULL,
  place                smallint    NOT NULL,
  kind                 varchar(12) NOT NULL,
  points               bigint      NOT NULL,
  promotion_version_id integer,
  CONSTRAINT entry_part_pkey PRIMARY KEY (entry_id, place),
  CONSTRAINT entry_part_kind CHECK (kind IN ('rate', 'promotion', 'referral') AND (kind = 'promotion') = (promotion_version_id IS NOT NULL))
);
CREATE TRIGGER entry_part_append_only BEFORE UPDATE OR DELETE ON entry_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_part_not_truncated BEFORE TRUNCATE ON entry_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
