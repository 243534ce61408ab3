-- The sums of whole months, for long ranges: one row where report_day has up to thirty-one. Written with the days', by the same job
-- in the same transaction. `month` is its first day.
CREATE TABLE report_month (
  merchant_id           integer NOT NULL,
  month                 date NOT NULL,
  branch_id             integer NOT NULL,
  user_id               integer NOT NULL,
  log_type_id           smallint NOT NULL,
  cancelled_log_type_id smallint NOT NULL,
  entries               bigint NOT NULL,
  points                bigint NOT NULL,
  value                 bigint NOT NULL,
  PRIMARY KEY (merchant_id, month, branch_id, user_id, log_type_id, cancelled_log_type_id)
);
INSERT INTO report_month
SELECT merchant_id, date_trunc('month', day)::date, branch_id, user_id, log_type_id, cancelled_log_type_id,
       sum(entries), sum(points), sum(value)
  FROM report_day GROUP BY 1, 2, 3, 4, 5, 6;

-- For ranges of all merchants together.
CREATE INDEX report_day_day_idx ON report_day (day);
CREATE INDEX report_month_month_idx ON report_month (month);
