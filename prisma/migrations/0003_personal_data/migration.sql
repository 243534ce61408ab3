-- A key per customer, under which logs keep what they must of them. It is sealed with a secret that is not in the database, and removed when
-- the customer is erased.
CREATE TABLE customer_key (
  wallet_id  bigint PRIMARY KEY REFERENCES wallet (id),
  sealed     bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Of the number of an erased customer, so that no file brings them back.
CREATE TABLE erased_number (
  wallet_id bigint PRIMARY KEY REFERENCES wallet (id),
  hash      bytea NOT NULL,
  at        timestamptz(3) NOT NULL
);
CREATE INDEX erased_number_hash_idx ON erased_number (hash);

-- National ids are sealed, which takes more room; nothing of the table is rewritten.
ALTER TABLE wallet_profile ALTER COLUMN nid TYPE varchar(255), ADD COLUMN withdrawn_at timestamptz(3);

-- The number of an erased customer is none. Rows that are there are checked by a migration of its own.
ALTER TABLE wallet DROP CONSTRAINT wallet_msisdn_e164;
ALTER TABLE wallet ADD CONSTRAINT wallet_msisdn_e164
  CHECK (contact_msisdn ~ '^\+[1-9][0-9]{6,14}$' OR contact_msisdn = '' AND erased_at IS NOT NULL) NOT VALID;

-- Customers whose last word was to take their consent back.
UPDATE wallet_profile p SET withdrawn_at = c.at
  FROM (SELECT DISTINCT ON (wallet_id) wallet_id, is_given, at FROM wallet_consent ORDER BY wallet_id, id DESC) c
 WHERE c.wallet_id = p.wallet_id AND NOT c.is_given;

-- The number of whoever brought a customer does not change, and goes when one of the two is erased.
DROP TRIGGER wallet_profile_keeps_referral ON wallet_profile;
CREATE TRIGGER wallet_profile_keeps_referral BEFORE UPDATE ON wallet_profile FOR EACH ROW
  WHEN (NEW.referral_msisdn IS NOT NULL AND OLD.referral_msisdn IS DISTINCT FROM NEW.referral_msisdn)
  EXECUTE FUNCTION wallet_profile_keeps_referral();

CREATE TABLE retention (
  kind varchar(24) PRIMARY KEY,
  days integer NOT NULL
);
CREATE TABLE retention_run (
  id      bigserial PRIMARY KEY,
  at      timestamptz(3) NOT NULL,
  removed jsonb NOT NULL
);
CREATE TABLE breach (
  id            serial PRIMARY KEY,
  discovered_at timestamptz(3) NOT NULL,
  since         timestamptz(3) NOT NULL,
  until         timestamptz(3) NOT NULL,
  user_id       integer,
  note          varchar(1000) NOT NULL,
  customers     integer NOT NULL,
  reported_at   timestamptz(3),
  created_by    integer NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  CONSTRAINT breach_time CHECK (until > since)
);
