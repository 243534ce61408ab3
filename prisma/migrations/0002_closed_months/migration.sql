-- Months of the programme whose roll-forward was closed, as it was then.
CREATE TABLE closed_month (
  month date CONSTRAINT closed_month_pkey PRIMARY KEY,
  closed_at timestamptz(3) NOT NULL,
  closed_by integer NOT NULL CONSTRAINT closed_month_closed_by_fkey REFERENCES app_user (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  figures jsonb NOT NULL,
  CONSTRAINT closed_month_first_day CHECK (month = date_trunc('month', month)::date)
);
CREATE TRIGGER closed_month_append_only BEFORE UPDATE OR DELETE ON closed_month FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closed_month_not_truncated BEFORE TRUNCATE ON closed_month FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
