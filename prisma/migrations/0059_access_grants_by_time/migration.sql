-- in steps
-- Ties and new rights of the last days are read for each movement at a till.
CREATE INDEX CONCURRENTLY IF NOT EXISTS access_grant_at_idx ON access_grant (at);
