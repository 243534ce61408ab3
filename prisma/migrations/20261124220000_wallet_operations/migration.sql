-- Rights of their own for reading wallets and for opening them. Existing clients keep what they have.
ALTER TABLE api_client
  DROP CONSTRAINT api_client_scopes,
  ADD CONSTRAINT api_client_scopes
    CHECK (scopes <@ ARRAY['reward', 'redeem', 'refund', 'cancel', 'deals', 'events', 'wallet', 'enrol']),
  DROP CONSTRAINT api_client_key_required_for,
  ADD CONSTRAINT api_client_key_required_for
    CHECK (key_required_for <@ ARRAY['reward', 'redeem', 'refund', 'cancel', 'enrol']),
  -- Whether GetDeals shows the deals of the client's own merchant only.
  ADD COLUMN own_deals_only boolean NOT NULL DEFAULT false;

-- Whether cashiers open wallets at the till.
ALTER TABLE merchant ADD COLUMN cashiers_may_enrol boolean NOT NULL DEFAULT false;

-- Who recommended the programme to the customer: said once, when the wallet is opened.
ALTER TABLE wallet_profile
  ADD COLUMN referral_msisdn varchar(16),
  ADD CONSTRAINT wallet_profile_referral_e164 CHECK (referral_msisdn ~ '^\+[1-9][0-9]{6,14}$');
CREATE FUNCTION wallet_profile_keeps_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the referral of wallet % does not change', OLD.wallet_id
    USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'wallet_profile_keeps_referral';
END $$;
CREATE TRIGGER wallet_profile_keeps_referral BEFORE UPDATE ON wallet_profile FOR EACH ROW
  WHEN (OLD.referral_msisdn IS DISTINCT FROM NEW.referral_msisdn) EXECUTE FUNCTION wallet_profile_keeps_referral();

ALTER TABLE wallet_consent
  DROP CONSTRAINT wallet_consent_via,
  ADD CONSTRAINT wallet_consent_via CHECK (via IN ('desk', 'import', 'till', 'api'));

-- References of enrolments: a repeated one is answered with the wallet that the first one opened.
CREATE TABLE enrolment_key (
  user_id      integer NOT NULL REFERENCES app_user (id),
  key          varchar(255) NOT NULL,
  wallet_id    bigint NOT NULL REFERENCES wallet (id),
  request_hash bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE TRIGGER enrolment_key_append_only BEFORE UPDATE OR DELETE ON enrolment_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER enrolment_key_not_truncated BEFORE TRUNCATE ON enrolment_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
