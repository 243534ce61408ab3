-- in steps
-- Month and day in one number: 228 is 28 February.
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallet_profile_birthday_idx ON wallet_profile ((extract(month FROM birth_date) * 100 + extract(day FROM birth_date))) WHERE birth_date IS NOT NULL;
