import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { type Database, readRows } from "@/lib/platform/rows";

/**
 * Which of these wallets' customers a merchant knows: by a visit that they made, and not by one reward, which anybody gives to any wallet. The
 * merchant enrolled them, they paid there by PIN, or they have bills there on two days; entries of a pooled child there are in its pool's log.
 * The only merchant of a programme knows all of its customers, and a null merchant, the programme's operators, knows all. Merchants' people and
 * clients see personal data of these customers only, and change no others (rules.md §16).
 */
export async function knownCustomers(
  database: Database,
  { merchantId, walletIds }: { merchantId: number | null; walletIds: readonly number[] },
): Promise<Set<number>> {
  if (merchantId === null || walletIds.length === 0) return new Set(walletIds);
  const rows = await readRows<{ id: number }>(database, KNOWN, [[...new Set(walletIds)], merchantId], {
    isKept: true,
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * SQL: {@link knownCustomers} for a row `wallet` of `wallet` and the SQL of a merchant's number. Read from the logs themselves by the
 * wallet's own indexes (decisions/0038): nothing more is written with an entry.
 */
export function isKnownTo(wallet: string, merchantId: string): string {
  const at = (owner: string) =>
    `FROM entry e WHERE e.${owner} = ${wallet}.id AND e.merchant_id = ${merchantId}`;
  const firstReward = (owner: string, order: string) =>
    `(SELECT e.created_at ${at(owner)} AND e.log_type_id = ${LOG_TYPE.reward} ORDER BY e.${order} LIMIT 1)`;
  const firstBill = `least(${firstReward("wallet_id", "seq")}, ${firstReward("actor_wallet_id", "created_at")})`;
  const day = (moment: string) =>
    `(${moment} AT TIME ZONE (SELECT p.time_zone FROM programme p WHERE p.id = 1))::date`;
  return `(NOT EXISTS (SELECT FROM merchant m WHERE m.id <> ${merchantId})
    OR EXISTS (SELECT 1 FROM wallet_profile c JOIN app_user u ON u.id = c.consent_by WHERE c.wallet_id = ${wallet}.id AND u.merchant_id = ${merchantId})
    OR EXISTS (SELECT 1 FROM audit_log a WHERE a.subject_type = 'wallet' AND a.subject_id = ${wallet}.wallet_code
                AND a.action = 'wallet.enrol' AND a.merchant_id = ${merchantId})
    OR EXISTS (SELECT FROM (SELECT e.* ${at("wallet_id")} UNION ALL SELECT e.* ${at("actor_wallet_id")}) e
                WHERE e.log_type_id = ${LOG_TYPE.reward} AND ${day("e.created_at")} > ${day(firstBill)}
                   OR e.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.hold})
                      AND NOT EXISTS (SELECT FROM unproved_redemption u WHERE u.wallet_id = e.wallet_id AND u.entry_id = e.id)))`;
}

const KNOWN = `SELECT w.id FROM wallet w WHERE w.id = ANY ($1::bigint[]) AND ${isKnownTo("w", "$2::integer")}`;
