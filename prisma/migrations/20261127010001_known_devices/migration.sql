-- Failed sign-ins slow down instead of locking, and devices on which somebody signed in before are known.

-- Milliseconds since 1970, as expire: when the next attempt may be made, and the turn of one who waits in line.
ALTER TABLE sign_in_attempt
  ADD COLUMN next_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN turn_at bigint NOT NULL DEFAULT 0;
DELETE FROM sign_in_attempt;

CREATE TABLE known_device (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT known_device_token_hash CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX known_device_token_key ON known_device (token_hash, user_id);
CREATE INDEX known_device_user_id_idx ON known_device (user_id);
