-- Amounts have the decimals of the programme's currency (rules.md §1). A third decimal stands in the column of hundredths, as 1000 and the
-- thousandths: rows of before stay as they are.
ALTER TABLE entry
  DROP CONSTRAINT entry_hundredths,
  ADD CONSTRAINT entry_hundredths CHECK (amount_hundredths BETWEEN 0 AND 99 OR amount_hundredths BETWEEN 1001 AND 1999) NOT VALID;

-- How many of the smallest units a currency unit has; sums of money that are kept elsewhere count these.
ALTER TABLE programme ADD COLUMN money_per_unit integer NOT NULL DEFAULT 100;

CREATE FUNCTION programme_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.money_per_unit := CASE WHEN NEW.currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 1000 ELSE 100 END;
  IF TG_OP = 'UPDATE' AND NEW.money_per_unit <> OLD.money_per_unit THEN
    UPDATE person_day SET reversed_hundredths = reversed_hundredths * NEW.money_per_unit / OLD.money_per_unit WHERE reversed_hundredths > 0;
    UPDATE coupon_day SET hundredths = hundredths * NEW.money_per_unit / OLD.money_per_unit;
    UPDATE till_approval SET value_hundredths = value_hundredths * NEW.money_per_unit / OLD.money_per_unit;
    UPDATE coupon_template SET reward_hundredths_min = reward_hundredths_min * NEW.money_per_unit / OLD.money_per_unit
     WHERE reward_hundredths_min IS NOT NULL;
    UPDATE shift SET opening_hundredths = opening_hundredths * NEW.money_per_unit / OLD.money_per_unit,
                     closing_hundredths = closing_hundredths * NEW.money_per_unit / OLD.money_per_unit
     WHERE opening_hundredths > 0 OR closing_hundredths > 0;
    -- The reports' sums are made anew.
    DELETE FROM report_cursor;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER programme_money BEFORE INSERT OR UPDATE OF currency ON programme FOR EACH ROW EXECUTE FUNCTION programme_money();

-- What was counted in a shift is counted in another unit when the currency's unit is, by the trigger above.
CREATE OR REPLACE FUNCTION shift_closed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NEW;
  END IF;
  IF OLD.closed_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.branch_id, NEW.opened_by, NEW.opened_at, NEW.opening_hundredths, NEW.opening_note)
        IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.branch_id, OLD.opened_by, OLD.opened_at, OLD.opening_hundredths, OLD.opening_note) THEN
    RAISE EXCEPTION 'shift % is closed, or was opened otherwise', OLD.id
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'shift_closed_once';
  END IF;
  RETURN NEW;
END $$;

UPDATE programme SET currency = currency WHERE currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND');
