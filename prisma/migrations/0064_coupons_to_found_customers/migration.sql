-- The filter in words that found the customers of an issue; null: a file or a list.
ALTER TABLE coupon_issue ADD COLUMN found_en varchar(500), ADD COLUMN found_ar varchar(500);
