-- Says since when releases read hashes that need the service's key: older hashes are replaced a week later.
COMMENT ON COLUMN wallet_pin.hash IS 'Argon2id, behind "keyed:" of an HMAC of the PIN';
COMMENT ON COLUMN staff_pin.hash IS 'Argon2id, behind "keyed:" of an HMAC of the PIN';
