-- The points owed at the end of each day, kept by the job of the reports together with how far it has come.

-- Everything up to these numbers is in the sums of points owed and nothing after them: of the log, of the acts of administration and of the
-- consents. Null: not begun. owed_change_id: up to which entry the changes by day go. owed_wallet_id: the wallets that are counted up to
-- now, while the sums are made for the first time; null: all.
ALTER TABLE report_cursor
  ADD COLUMN owed_entry_id bigint,
  ADD COLUMN owed_audit_id bigint,
  ADD COLUMN owed_consent_id bigint,
  ADD COLUMN owed_change_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN owed_wallet_id bigint;

-- The days of the log, the last of which is 'infinity': all that came after the others. A day ends in the time zone of then. The entries of a
-- day lie between two numbers. is_kept: report_owed has its rows.
CREATE TABLE report_owed_day (
  day            date PRIMARY KEY,
  ends_at        timestamptz(3) NOT NULL,
  first_entry_id bigint,
  last_entry_id  bigint,
  is_kept        boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX report_owed_day_ends_at_key ON report_owed_day (ends_at);

-- Points at the end of a day by state (1 spendable, 2 not joined, 3 stopped, 4 pending, 5 held, 6 by hand, 7 debt; 0: the wallets' balances), by the
-- tier of their wallets, and by the day on which they lapse or ripen ('infinity': on none). Of the wallets whose points lapse in a month, those
-- for which the day is the first of that month, and the last.
CREATE TABLE report_owed (
  day           date NOT NULL,
  state         smallint NOT NULL,
  segment_id    integer NOT NULL,
  on_date       date NOT NULL,
  points        bigint NOT NULL,
  first_wallets bigint NOT NULL,
  last_wallets  bigint NOT NULL,
  PRIMARY KEY (day, state, segment_id, on_date)
);

-- What the entries of a day changed, by the version of the tier that they were made at. 0 stands for none, as in report_day.
CREATE TABLE report_owed_change (
  day                   date NOT NULL,
  merchant_id           integer NOT NULL,
  log_type_id           smallint NOT NULL,
  cancelled_log_type_id smallint NOT NULL,
  segment_version_id    integer NOT NULL,
  entries               bigint NOT NULL,
  points_delta          bigint NOT NULL,
  suspended_delta       bigint NOT NULL,
  PRIMARY KEY (day, merchant_id, log_type_id, cancelled_log_type_id, segment_version_id)
);
