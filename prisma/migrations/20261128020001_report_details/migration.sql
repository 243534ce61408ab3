-- What reports tell besides sums of days: at which hours customers come, of which tier they are, and who comes back. Kept by the
-- same job, with a mark of its own: sums of days go on while these are made for a log that was there before.

-- Everything up to detail_entry_id is in the tables below and nothing after it; it is never beyond entry_id.
ALTER TABLE report_cursor ADD COLUMN detail_entry_id bigint NOT NULL DEFAULT 0;

-- Rewards and redemptions of an hour of the programme's zone, 0 to 23. 0 stands for none, as in report_day.
CREATE TABLE report_hour (
  merchant_id integer NOT NULL,
  day         date NOT NULL,
  hour        smallint NOT NULL,
  branch_id   integer NOT NULL,
  log_type_id smallint NOT NULL,
  entries     bigint NOT NULL,
  points      bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, hour, branch_id, log_type_id)
);
CREATE INDEX report_hour_day_idx ON report_hour (day);

-- The same by the tier that the wallet was in.
CREATE TABLE report_tier_day (
  merchant_id integer NOT NULL,
  day         date NOT NULL,
  segment_id  integer NOT NULL,
  branch_id   integer NOT NULL,
  log_type_id smallint NOT NULL,
  entries     bigint NOT NULL,
  points      bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, segment_id, branch_id, log_type_id)
);
CREATE INDEX report_tier_day_day_idx ON report_tier_day (day);

-- The first and the last month in which a wallet earned or redeemed at a merchant; 0: at any.
CREATE TABLE report_customer (
  merchant_id integer NOT NULL,
  wallet_id   bigint NOT NULL,
  first_month date NOT NULL,
  last_month  date NOT NULL,
  PRIMARY KEY (merchant_id, wallet_id)
) WITH (fillfactor = 80);

-- Of the wallets whose first month was first_month, how many earned or redeemed in month.
CREATE TABLE report_cohort (
  merchant_id integer NOT NULL,
  first_month date NOT NULL,
  month       date NOT NULL,
  wallets     bigint NOT NULL,
  PRIMARY KEY (merchant_id, first_month, month)
);
