import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Which of these wallets' customers a merchant knows: something was done at one of its branches, or one of its people enrolled them.
 * Entries of a pooled child there are in its pool's log. Merchants' people see personal data of these customers only (rules.md §16). A null
 * merchant, the programme's operators, knows all.
 */
export async function knownCustomers(
  database: Database,
  { merchantId, walletIds }: { merchantId: number | null; walletIds: readonly number[] },
): Promise<Set<number>> {
  if (merchantId === null || walletIds.length === 0) return new Set(walletIds);
  const rows = await readRows<{ id: number }>(database, KNOWN, [[...new Set(walletIds)], merchantId]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * SQL: {@link knownCustomers} for a row `wallet` of `wallet` and the SQL of a merchant's number. Read from the logs themselves by the
 * wallet's own indexes (decisions/0038): nothing more is written with an entry.
 */
export function isKnownTo(wallet: string, merchantId: string): string {
  return `(EXISTS (SELECT 1 FROM entry e WHERE e.wallet_id = ${wallet}.id AND e.merchant_id = ${merchantId})
    OR EXISTS (SELECT 1 FROM entry e WHERE e.actor_wallet_id = ${wallet}.id AND e.merchant_id = ${merchantId})
    OR ${isEnrolledBy(wallet, merchantId)})`;
}

function isEnrolledBy(wallet: string, merchantId: string): string {
  return `(EXISTS (SELECT 1 FROM wallet_profile c JOIN app_user u ON u.id = c.consent_by WHERE c.wallet_id = ${wallet}.id AND u.merchant_id = ${merchantId})
    OR EXISTS (SELECT 1 FROM audit_log a WHERE a.subject_type = 'wallet' AND a.subject_id = ${wallet}.wallet_code
                AND a.action = 'wallet.enrol' AND a.merchant_id = ${merchantId}))`;
}

/**
 * Which of these wallets' customers a merchant knows by a visit that they made, and not by one reward, which anybody gives to any wallet: the
 * merchant enrolled them, they paid there by PIN, or they have bills there on two days. The only merchant of a programme knows all of its
 * customers. Points leave a wallet by an act of a merchant's desk where it is so known (rules.md §16).
 */
export async function visitingCustomers(
  database: Database,
  { merchantId, walletIds }: { merchantId: number | null; walletIds: readonly number[] },
): Promise<Set<number>> {
  if (merchantId === null || walletIds.length === 0) return new Set(walletIds);
  const rows = await readRows<{ id: number }>(database, VISITING, [[...new Set(walletIds)], merchantId]);
  return new Set(rows.map(({ id }) => id));
}

/** The entries of a wallet, also where it is a pooled child, at one merchant. */
const AT_MERCHANT = `SELECT e.* FROM entry e WHERE e.wallet_id = w.id AND e.merchant_id = $2::integer
  UNION ALL SELECT e.* FROM entry e WHERE e.actor_wallet_id = w.id AND e.merchant_id = $2::integer`;

const VISITING = `SELECT w.id FROM wallet w CROSS JOIN programme p WHERE w.id = ANY ($1::bigint[]) AND p.id = 1 AND (
  ${isEnrolledBy("w", "$2::integer")}
  OR EXISTS (SELECT FROM (${AT_MERCHANT}) e WHERE e.log_type_id IN (1, 12) AND NOT EXISTS (SELECT FROM unproved_redemption u WHERE u.entry_id = e.id))
  OR (SELECT min(e.created_at AT TIME ZONE p.time_zone)::date < max(e.created_at AT TIME ZONE p.time_zone)::date FROM (${AT_MERCHANT}) e WHERE e.log_type_id = 2)
  OR NOT EXISTS (SELECT FROM merchant m WHERE m.id <> $2::integer))`;

const KNOWN = `SELECT w.id FROM wallet w WHERE w.id = ANY ($1::bigint[]) AND ${isKnownTo("w", "$2::integer")}`;
