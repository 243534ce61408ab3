-- in steps
-- Reads every wallet beside those who write them.
ALTER TABLE wallet VALIDATE CONSTRAINT wallet_msisdn_e164;
