-- Each customer's days at a branch, with the money of their bills: the job of the reports fills it from the first entry on.
-- came: 1 where the customer earned or paid. spent: bills less voids and returned goods, in the smallest unit of money.
CREATE TABLE report_visit (
  merchant_id integer NOT NULL,
  day date NOT NULL,
  wallet_id bigint NOT NULL,
  branch_id integer NOT NULL,
  came smallint NOT NULL,
  spent bigint NOT NULL,
  CONSTRAINT report_visit_pkey PRIMARY KEY (merchant_id, day, wallet_id, branch_id)
) WITH (fillfactor = 90);
-- How far it goes; each process of the release before leaves it.
ALTER TABLE report_cursor ADD COLUMN visit_entry_id bigint NOT NULL DEFAULT 0;
