-- in steps
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallet_profile_name_keys_idx ON wallet_profile USING gin (name_keys(name));
