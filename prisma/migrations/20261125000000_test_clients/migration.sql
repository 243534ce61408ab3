-- A test client acts on the test wallets of its sandbox, and on nothing else. A customer's wallet is in no sandbox.
CREATE TABLE sandbox (
  id         serial PRIMARY KEY,
  -- The sandbox of the demo data, whose clients act on the demo's customers as well.
  is_demo    boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX sandbox_demo_key ON sandbox (is_demo) WHERE is_demo;

ALTER TABLE api_client ADD COLUMN sandbox_id integer
  CONSTRAINT api_client_sandbox_id_fkey REFERENCES sandbox (id);
ALTER TABLE wallet ADD COLUMN sandbox_id integer
  CONSTRAINT wallet_sandbox_id_fkey REFERENCES sandbox (id);
CREATE INDEX wallet_sandbox_id_idx ON wallet (sandbox_id) WHERE sandbox_id IS NOT NULL;

-- What is for tests stays so: points that nobody earned never become a customer's, and a tested client never goes live.
CREATE FUNCTION keeps_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What is for tests stays so, and what is not never becomes so'
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_NAME;
END $$;
CREATE TRIGGER api_client_keeps_sandbox BEFORE UPDATE OF sandbox_id ON api_client FOR EACH ROW
  WHEN (OLD.sandbox_id IS DISTINCT FROM NEW.sandbox_id) EXECUTE FUNCTION keeps_sandbox();
CREATE TRIGGER wallet_keeps_sandbox BEFORE UPDATE OF sandbox_id ON wallet FOR EACH ROW
  WHEN (OLD.sandbox_id IS DISTINCT FROM NEW.sandbox_id) EXECUTE FUNCTION keeps_sandbox();

-- What a reset brings a wallet back to, and what happens on it. The demo's fixed customers are reset too, without being test wallets.
CREATE TABLE sandbox_wallet (
  wallet_id      bigint PRIMARY KEY CONSTRAINT sandbox_wallet_wallet_id_fkey REFERENCES wallet (id),
  sandbox_id     integer NOT NULL CONSTRAINT sandbox_wallet_sandbox_id_fkey REFERENCES sandbox (id),
  wallet_code    varchar(32) NOT NULL,
  contact_msisdn varchar(16) NOT NULL,
  scenario       varchar(32) NOT NULL,
  points         bigint NOT NULL,
  status_id      smallint NOT NULL DEFAULT 1,
  CONSTRAINT sandbox_wallet_points CHECK (points >= 0)
);
CREATE INDEX sandbox_wallet_sandbox_id_idx ON sandbox_wallet (sandbox_id);

-- First attempts on wallets whose first answer is a refusal: the next one with the same reference goes through.
CREATE TABLE sandbox_attempt (
  client_id  integer NOT NULL CONSTRAINT sandbox_attempt_client_id_fkey REFERENCES api_client (id),
  wallet_id  bigint NOT NULL CONSTRAINT sandbox_attempt_wallet_id_fkey REFERENCES wallet (id),
  operation  varchar(16) NOT NULL,
  key        varchar(255) NOT NULL,
  at         timestamptz(3) NOT NULL,
  PRIMARY KEY (client_id, wallet_id, operation, key)
);

-- What has been seen of each requirement. The log of requests is pruned; this stays.
CREATE TABLE certification_evidence (
  client_id   integer NOT NULL CONSTRAINT certification_evidence_client_id_fkey REFERENCES api_client (id),
  requirement varchar(32) NOT NULL,
  state       varchar(8) NOT NULL,
  seen_at     timestamptz(3) NOT NULL,
  requests    jsonb NOT NULL,
  PRIMARY KEY (client_id, requirement),
  CONSTRAINT certification_evidence_state CHECK (state IN ('met', 'violated'))
);

CREATE TABLE certificate (
  id               serial PRIMARY KEY,
  number           varchar(24) NOT NULL,
  client_id        integer NOT NULL CONSTRAINT certificate_client_id_fkey REFERENCES api_client (id),
  merchant_id      integer NOT NULL CONSTRAINT certificate_merchant_id_fkey REFERENCES merchant (id),
  client_name      varchar(120) NOT NULL,
  merchant_name_en varchar(120) NOT NULL,
  merchant_name_ar varchar(120) NOT NULL,
  maker            varchar(120) NOT NULL,
  service_version  varchar(32) NOT NULL,
  requirements     jsonb NOT NULL,
  issued_at        timestamptz(3) NOT NULL,
  issued_by        integer NOT NULL CONSTRAINT certificate_issued_by_fkey REFERENCES app_user (id),
  expires_at       timestamptz(3) NOT NULL,
  revoked_at       timestamptz(3),
  revoked_by       integer CONSTRAINT certificate_revoked_by_fkey REFERENCES app_user (id),
  CONSTRAINT certificate_expires CHECK (expires_at > issued_at),
  CONSTRAINT certificate_revocation CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE UNIQUE INDEX certificate_number_key ON certificate (number);
CREATE INDEX certificate_client_id_idx ON certificate (client_id);

-- A certificate stays as it was issued. It can be revoked, once.
CREATE FUNCTION certificate_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A certificate stays as it was issued' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER certificate_stays BEFORE UPDATE ON certificate FOR EACH ROW
  WHEN (OLD.revoked_at IS NOT NULL
        OR (OLD.id, OLD.number, OLD.client_id, OLD.merchant_id, OLD.client_name, OLD.merchant_name_en, OLD.merchant_name_ar, OLD.maker,
            OLD.service_version, OLD.requirements, OLD.issued_at, OLD.issued_by, OLD.expires_at)
           IS DISTINCT FROM
           (NEW.id, NEW.number, NEW.client_id, NEW.merchant_id, NEW.client_name, NEW.merchant_name_en, NEW.merchant_name_ar, NEW.maker,
            NEW.service_version, NEW.requirements, NEW.issued_at, NEW.issued_by, NEW.expires_at))
  EXECUTE FUNCTION certificate_stays();
CREATE TRIGGER certificate_not_deleted BEFORE DELETE ON certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificate_not_truncated BEFORE TRUNCATE ON certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
