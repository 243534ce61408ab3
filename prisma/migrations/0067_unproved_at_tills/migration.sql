-- Value that customers pay in a day at one registered till without proof of theirs (rules.md §15). Existing programmes have no limit more than before.
ALTER TABLE programme ADD COLUMN till_unproved_value_max integer;
ALTER TABLE programme ADD CONSTRAINT programme_till_unproved_value_max CHECK (till_unproved_value_max BETWEEN 0 AND 2000000000);
CREATE TABLE till_day (
  till_id             integer NOT NULL,
  business_date       date NOT NULL,
  -- In the smallest unit of money.
  unproved_hundredths bigint NOT NULL,
  CONSTRAINT till_day_pkey PRIMARY KEY (till_id, business_date),
  CONSTRAINT till_day_unproved CHECK (unproved_hundredths >= 0)
);

CREATE OR REPLACE FUNCTION programme_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.money_per_unit := CASE WHEN NEW.currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 1000 ELSE 100 END;
  IF TG_OP = 'UPDATE' AND NEW.money_per_unit <> OLD.money_per_unit THEN
    UPDATE person_day SET reversed_hundredths = reversed_hundredths * NEW.money_per_unit / OLD.money_per_unit,
                          unproved_hundredths = unproved_hundredths * NEW.money_per_unit / OLD.money_per_unit
     WHERE reversed_hundredths > 0 OR unproved_hundredths > 0;
    UPDATE branch_day SET unproved_hundredths = unproved_hundredths * NEW.money_per_unit / OLD.money_per_unit;
    UPDATE till_day SET unproved_hundredths = unproved_hundredths * NEW.money_per_unit / OLD.money_per_unit;
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
