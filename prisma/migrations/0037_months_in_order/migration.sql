-- Months are closed in order, and each opens with the figures with which the one before was closed.
-- ends_at: the moment at which the month ended when it was closed: the next one begins there, whatever the time zone is by then.
ALTER TABLE closed_month ADD COLUMN ends_at timestamptz(3);

CREATE FUNCTION closed_month_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('closed_month'));
  -- A month that is closed already is the primary key's to refuse.
  IF EXISTS (SELECT FROM closed_month c WHERE c.month = NEW.month) THEN
    RETURN NEW;
  END IF;
  SELECT c.month, c.figures -> 'closing' AS closing INTO last FROM closed_month c ORDER BY c.month DESC LIMIT 1;
  IF last.month IS NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.month <> (last.month + interval '1 month')::date THEN
    RAISE EXCEPTION 'month % does not follow the last closed one, %: constraint "closed_month_in_order"', NEW.month, last.month
      USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_month_in_order';
  END IF;
  IF (NEW.figures #>> '{opening,points}')::numeric IS DISTINCT FROM (last.closing ->> 'points')::numeric
     OR (NEW.figures #>> '{opening,value}')::numeric IS DISTINCT FROM (last.closing ->> 'value')::numeric THEN
    RAISE EXCEPTION 'month % opens with %, and the one before was closed with %: constraint "closed_month_opens_as_closed"', NEW.month, NEW.figures -> 'opening', last.closing
      USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_month_opens_as_closed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER closed_month_follows BEFORE INSERT ON closed_month FOR EACH ROW EXECUTE FUNCTION closed_month_follows();
