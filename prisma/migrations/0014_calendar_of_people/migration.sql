-- Whether a person sees Hijri days beside Gregorian ones; NULL: not chosen.
ALTER TABLE app_user
  ADD COLUMN calendar varchar(16),
  ADD CONSTRAINT app_user_calendar CHECK (calendar IN ('gregorian', 'hijri')) NOT VALID;
