-- Wrong PINs at the tills of each merchant: {"7": {"failedInRow": 2, "failedAt": ["2026-11-27T10:00:00.000Z"], "lockedUntil": null}}.
-- Locks that stand are kept: they hold everywhere, as they did.
ALTER TABLE wallet_pin ADD COLUMN merchants jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT wallet_pin_merchants CHECK (jsonb_typeof(merchants) = 'object');

-- Wrong PINs of one person or API client, on whatever wallets, of the last minutes.
CREATE TABLE pin_caller (
  user_id  integer PRIMARY KEY REFERENCES app_user (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  wrong_at timestamptz(3)[] NOT NULL DEFAULT '{}'
);

-- After how many of them in 15 minutes no more are judged.
ALTER TABLE programme
  ADD COLUMN pin_wrong_per_person_max integer NOT NULL DEFAULT 20,
  ADD COLUMN pin_wrong_per_client_max integer NOT NULL DEFAULT 100,
  ADD CONSTRAINT programme_pin_wrong CHECK (pin_wrong_per_person_max BETWEEN 1 AND 1000 AND pin_wrong_per_client_max BETWEEN 1 AND 10000);
