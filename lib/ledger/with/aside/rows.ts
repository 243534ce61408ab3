import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import type { HoldState, PendingPoints, ShownAside } from "./words";

export interface PendingRow {
  wallet_id: number;
  entry_id: number;
  points: number;
  ripens_on: string;
  expires_on: string;
}

export function pendingOf(row: Omit<PendingRow, "wallet_id">): PendingPoints {
  return {
    entryId: row.entry_id,
    points: row.points,
    ripensOn: row.ripens_on,
    expiresOn: row.expires_on,
  };
}

/**
 * SQL for what is kept of an entry that set points aside, as an {@link AsideRow}; null for every other one.
 * @param entry alias of a row of `entry`
 */
export function asideJson(entry: string): string {
  return `CASE WHEN ${entry}.log_type_id = 12 THEN (SELECT json_build_object('expiresAt', x.expires_at, 'state', x.state, 'endedByEntryId', x.ended_by_entry_id)
                                            FROM hold x WHERE x.entry_id = ${entry}.id LIMIT 1)
       WHEN ${entry}.log_type_id = 2 AND ${entry}.suspended_delta > 0
       THEN (SELECT json_build_object('entry_id', x.entry_id, 'points', x.points, 'ripens_on', x.ripens_on, 'expires_on', x.expires_on)
               FROM pending_points x WHERE x.wallet_id = ${entry}.wallet_id AND x.entry_id = ${entry}.id LIMIT 1) END`;
}

export type AsideRow =
  | { expiresAt: string; state: HoldState["state"]; endedByEntryId: number | null }
  | Omit<PendingRow, "wallet_id">;

/** The same as it is shown. */
export function shownRow(row: AsideRow | null): ShownAside | null {
  if (row === null) return null;
  return "expiresAt" in row
    ? { kind: "hold", state: row.state, expiresAt: new Date(row.expiresAt) }
    : { kind: "pending", ripensOn: row.ripens_on, points: row.points };
}

/** Adds the state of the reward or hold whose entry is answered again. */
export function addAsideOf(wallet: WalletState, entry: HoldState["entry"], row: AsideRow | null): void {
  if (row === null) return;
  if ("expiresAt" in row) wallet.holds.set(entry.id, { ...row, entry, expiresAt: new Date(row.expiresAt) });
  else wallet.pending.set(entry.id, pendingOf(row));
}
