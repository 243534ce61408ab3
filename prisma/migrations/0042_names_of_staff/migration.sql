-- A person's name in Arabic, beside the one in Latin letters; null where there is none.
ALTER TABLE app_user ADD COLUMN name_ar varchar(120);
