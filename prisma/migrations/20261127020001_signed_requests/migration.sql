-- Whether a client's requests are signed: not looked at, checked where there is a signature, or refused without one.
ALTER TABLE api_client ADD COLUMN signing varchar(8) NOT NULL DEFAULT 'off'
  CONSTRAINT api_client_signing CHECK (signing IN ('off', 'accepted', 'required'));

-- What a client signs with, sealed with a key that is not in the database.
CREATE TABLE api_client_signing_secret (
  id         serial PRIMARY KEY,
  client_id  integer NOT NULL REFERENCES api_client (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  sealed     bytea NOT NULL,
  last4      char(4) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX api_client_signing_secret_client_id_idx ON api_client_signing_secret (client_id);

-- Signatures that were accepted, for as long as they would be accepted again: a request counts once.
CREATE TABLE api_client_signature (
  client_id integer NOT NULL,
  signature bytea NOT NULL CONSTRAINT api_client_signature_length CHECK (octet_length(signature) = 32),
  until     timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, signature)
);
CREATE INDEX api_client_signature_until_idx ON api_client_signature (until);
