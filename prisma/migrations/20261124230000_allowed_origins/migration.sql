-- Origins whose pages a browser lets read this client's answers; none unless an admin names them.
ALTER TABLE api_client ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';

-- Preflights ask for any client's origins.
CREATE INDEX api_client_allowed_origins_idx ON api_client (id) WHERE allowed_origins <> '{}';
