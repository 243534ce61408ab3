import type { QueryConfig } from "pg";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { nothing, type Questions, type Reading } from "@/lib/ledger/rules/reading";
import type { FamilyRow } from "./rows";

/**
 * SQL for the points of its pool that a child has spent in the month of a moment, less what was given back of them. Held points count until
 * the hold ends; then the captured ones count, in the month of the hold.
 * @param wallet alias of a row of `wallet`
 * @param at SQL for a moment
 */
export function spentSql(wallet: string, at: string): string {
  return `coalesce((SELECT sum(s.amount - coalesce(r.given_back, 0))::bigint
       FROM (SELECT date_trunc('month', ${at} AT TIME ZONE x.time_zone) AT TIME ZONE x.time_zone AS starts FROM programme x WHERE x.id = 1 LIMIT 1) m
      CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.actor_wallet_id = ${wallet}.id AND x.created_at >= m.starts ORDER BY x.created_at LIMIT 100000) e
       LEFT JOIN LATERAL (SELECT * FROM hold x WHERE e.log_type_id = 12 AND x.entry_id = e.id LIMIT 1) h ON true
      CROSS JOIN LATERAL (SELECT * FROM entry x
                           WHERE x.id = CASE WHEN (e.log_type_id = 1 AND e.related_entry_id IS NULL) OR (h.state = 'open' AND h.expires_at > ${at}) THEN e.id
                                             WHEN h.state = 'captured' THEN h.ended_by_entry_id END LIMIT 1) s
       LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = s.wallet_id AND x.entry_id = s.id LIMIT 1) r ON true
      WHERE e.wallet_id = ${wallet}.pool_wallet_id AND r.cancelled_by_entry_id IS NULL), 0)`;
}

const READ_SPENT = `
SELECT w.id AS id, ${spentSql("w", "$2::timestamptz")} AS spent
  FROM unnest($1::bigint[]) AS wanted (id) CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = wanted.id LIMIT 1) w`;

/** Spent points of the wallets that have an allowance; null where none has one. */
export function readSpent(wallets: readonly (FamilyRow & { id: number })[], now: Date): QueryConfig | null {
  const ids = wallets.filter(({ child_allowance }) => child_allowance !== null).map(({ id }) => id);
  return ids.length === 0 ? null : { name: "read_spent", text: READ_SPENT, values: [ids, now.toISOString()] };
}

export interface SpentRow {
  id: number;
  spent: number;
}

/** Gives each wallet that has an allowance what it has spent of it. */
export function addSpent({ wallets }: Pick<LedgerState, "wallets">, rows: readonly SpentRow[]): void {
  for (const { id, spent } of rows)
    for (const wallet of wallets.values())
      if (wallet.id === id && wallet.family?.allowance) wallet.family.allowance.spent = spent;
}

/** Reads what children have spent of their allowances. */
export function* familiesReader(reading: Reading): Questions {
  yield nothing;
  const [rows]: [SpentRow[]] = yield () => [readSpent(reading.wallets, reading.now)];
  addSpent(reading.state, rows);
}
