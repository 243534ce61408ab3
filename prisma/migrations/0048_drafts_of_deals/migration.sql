-- A draft of a deal is kept with what it lacks: null until it is written. A published deal has all of it.
ALTER TABLE deal
  ALTER COLUMN category_id DROP NOT NULL,
  ALTER COLUMN discount DROP NOT NULL,
  ALTER COLUMN discount DROP DEFAULT,
  ALTER COLUMN start_date DROP NOT NULL,
  ALTER COLUMN end_date DROP NOT NULL,
  ALTER COLUMN expiry_date DROP NOT NULL;
ALTER TABLE deal ADD CONSTRAINT deal_whole CHECK (
  state = 'draft' OR num_nulls(category_id, discount, start_date, end_date, expiry_date) = 0);
