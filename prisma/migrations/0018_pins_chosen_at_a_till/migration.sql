-- From when on a PIN that a customer chose on a till's display proves who pays (rules.md §9); null of any other PIN.
ALTER TABLE wallet_pin ADD COLUMN proves_from timestamptz(3);
