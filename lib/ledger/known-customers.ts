import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Which of these wallets' customers a merchant knows: something was done at one of its branches, or one of its people
 * enrolled them. What a pooled child did there is in its pool's log. Whose data the merchant's people see follows from it (rules.md §16). A null merchant, the programme's
 * operators, knows all.
 */
export async function knownCustomers(
  database: Database,
  { merchantId, walletIds }: { merchantId: number | null; walletIds: readonly number[] },
): Promise<Set<number>> {
  if (merchantId === null || walletIds.length === 0) return new Set(walletIds);
  const rows = await readRows<{ id: number }>(database, KNOWN, [[...new Set(walletIds)], merchantId]);
  return new Set(rows.map(({ id }) => id));
}

// Read from the log itself by the wallet's own index (decisions/0038): nothing more is written with an entry.
const KNOWN = `
SELECT w.id FROM unnest($1::bigint[]) w(id)
 WHERE EXISTS (SELECT 1 FROM entry e WHERE e.wallet_id = w.id AND e.merchant_id = $2::integer)
    OR EXISTS (SELECT 1 FROM entry e WHERE e.actor_wallet_id = w.id AND e.merchant_id = $2::integer)
    OR EXISTS (SELECT 1 FROM wallet_profile c JOIN app_user u ON u.id = c.consent_by WHERE c.wallet_id = w.id AND u.merchant_id = $2::integer)`;
