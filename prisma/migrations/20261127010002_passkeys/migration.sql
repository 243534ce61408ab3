-- Passkeys (WebAuthn), as the sign-in library keeps them, and how each session began.

CREATE TABLE passkey (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name varchar(60),
  public_key text NOT NULL,
  credential_id text NOT NULL,
  counter integer NOT NULL,
  device_type varchar(32) NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid varchar(64),
  created_at timestamptz(3) DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

ALTER TABLE session ADD COLUMN began_with varchar(16);
