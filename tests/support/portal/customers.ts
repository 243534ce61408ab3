import type { TestDatabase } from "@/tests/support/database";

/**
 * Makes a wallet's customer one whom a merchant's people enrolled, so that they see who it is, and leads every user of the portal
 * to the wallet, as a look-up would: for tests that are about something else.
 */
export async function makeCustomer<Made extends { id: number | bigint }>(
  { pool }: Pick<TestDatabase, "pool">,
  wallet: Made,
  merchantId: number,
): Promise<Made> {
  await pool.query(
    `INSERT INTO wallet_profile (wallet_id, consent_by) SELECT $1, min(id) FROM app_user WHERE merchant_id = $2
         ON CONFLICT (wallet_id) DO UPDATE SET consent_by = excluded.consent_by`,
    [wallet.id, merchantId],
  );
  await leadEverybody({ pool }, wallet.id);
  return wallet;
}

/** Leads every user of the portal to a wallet, for as long as the test lasts. */
export async function leadEverybody(
  { pool }: Pick<TestDatabase, "pool">,
  walletId: number | bigint,
): Promise<void> {
  await pool.query(
    `INSERT INTO wallet_pass SELECT id, $1, 'infinity' FROM app_user WHERE kind = 'portal'
         ON CONFLICT (user_id, wallet_id) DO UPDATE SET expires_at = excluded.expires_at`,
    [walletId],
  );
}
