-- Sign-in to the portal: what the authentication library keeps, and the count of failed attempts.

-- Who vouches for the account; this service itself for a password.
ALTER TABLE account ADD COLUMN issuer text NOT NULL DEFAULT 'local:credential';
CREATE UNIQUE INDEX account_issuer_key ON account (issuer, account_id);

ALTER TABLE two_factor ADD COLUMN failed_verification_count integer NOT NULL DEFAULT 0;
ALTER TABLE two_factor ADD COLUMN locked_until timestamptz(3);

-- How the portal looks to a user, on whatever device.
ALTER TABLE app_user ADD COLUMN theme varchar(8);
ALTER TABLE app_user ADD COLUMN density varchar(16);
ALTER TABLE app_user ADD CONSTRAINT app_user_appearance CHECK (
  theme IN ('system', 'light', 'dark') AND density IN ('comfortable', 'compact'));

-- Failed attempts by address and by user name, shared by all processes and kept over restarts. Unlogged: after a crash
-- of the database the counts start afresh, which costs an attacker more than it gives.
CREATE UNLOGGED TABLE sign_in_attempt (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX sign_in_attempt_expire_idx ON sign_in_attempt (expire);
