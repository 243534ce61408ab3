import { newCustomerKey } from "@/lib/platform/personal";
import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Each customer has a key of their own, sealed with the service's. Logs seal personal data with it; erasing the customer removes the key,
 * and the logs stay as they are.
 */

const READ_OR_MAKE = `
WITH asked AS (SELECT id FROM wallet WHERE wallet_code = $1 AND erased_at IS NULL),
made AS (
  INSERT INTO customer_key (wallet_id, sealed, created_at) SELECT id, $2, now() FROM asked
  ON CONFLICT (wallet_id) DO NOTHING RETURNING sealed)
SELECT sealed FROM made UNION ALL SELECT k.sealed FROM customer_key k JOIN asked ON asked.id = k.wallet_id`;

/** The key of a wallet's customer, made at first use; null for one who is erased. The caller has locked the wallet. */
export async function customerKey(tx: Database, walletCode: string): Promise<Uint8Array | null> {
  const rows = await readRows<{ sealed: Uint8Array }>(tx, READ_OR_MAKE, [walletCode, newCustomerKey()]);
  return rows[0]?.sealed ?? null;
}

/** The keys of wallets' customers by code: of those who are neither erased nor have withdrawn their consent. */
export async function readCustomerKeys(
  database: Database,
  walletCodes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  if (walletCodes.length === 0) return new Map();
  const rows = await readRows<{ wallet_code: string; sealed: Uint8Array }>(
    database,
    `SELECT w.wallet_code, k.sealed
       FROM wallet w JOIN customer_key k ON k.wallet_id = w.id LEFT JOIN wallet_profile p ON p.wallet_id = w.id
      WHERE w.wallet_code = ANY ($1::text[]) AND p.withdrawn_at IS NULL`,
    [walletCodes],
  );
  return new Map(rows.map(({ wallet_code, sealed }) => [wallet_code, sealed]));
}
