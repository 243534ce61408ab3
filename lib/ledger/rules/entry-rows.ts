import type { QueryConfig } from "pg";
import { type AsideRow, addAsideOf, asideJson } from "@/lib/ledger/with/aside/rows";
import type { KeyState, LedgerState, MerchantRules, WalletState } from "./ledger-state";
import {
  type EntryRow,
  entryJson,
  entryOf,
  isExpiredReward,
  type ReversalRow,
  reversalJson,
  reversalOf,
  type SegmentVersionRow,
  segmentVersionJson,
  segmentVersionOf,
} from "./rows";

const READ_KEYS = `
SELECT k.user_id, k.operation, k.key, k.wallet_id, k.entry_id, k.request_hash
  FROM unnest($1::int[], $2::smallint[], $3::text[]) AS wanted (user_id, operation, key)
 CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = wanted.user_id AND x.operation = wanted.operation AND x.key = wanted.key LIMIT 1) k`;

const ENTRIES_WITH_REVERSALS = `
  FROM unnest($1::bigint[]) AS wanted (entry_id)
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = wanted.entry_id LIMIT 1) e
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE e.log_type_id IN (1, 3, 4, 10, 11) AND x.id = e.related_entry_id AND (x.wallet_id = e.wallet_id OR e.log_type_id IN (3, 4, 11)) LIMIT 1) o ON true
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE o.log_type_id = 1 AND x.id = o.related_entry_id LIMIT 1) oh ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) er ON true
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = o.wallet_id AND x.entry_id = o.id LIMIT 1) ori ON true
  LEFT JOIN LATERAL (SELECT * FROM merchant x WHERE x.id = e.merchant_id LIMIT 1) m ON true`;
const MERCHANT_RULES = `CASE WHEN m.id IS NOT NULL THEN json_build_object('refundWindowDays', m.refund_window_days,
         'returnWindowDays', m.return_window_days, 'refundSameBranchOnly', m.refund_same_branch_only) END`;
const ENTRY_COLUMNS = `${entryJson("e")} AS entry, ${entryJson("o")} AS origin, ${entryJson("oh")} AS hold_of_origin, ${reversalJson("er")} AS entry_reversal,
       CASE WHEN e.log_type_id = 11 AND e.suspended_delta < 0 THEN ${asideJson("o")} END AS origin_aside,
       ${reversalJson("ori")} AS origin_reversal, ${MERCHANT_RULES} AS merchant`;

/** SQL for whether the return `x` was not undone before an entry. */
const STOOD_AT = (id: string) =>
  `NOT EXISTS (SELECT FROM reversal u WHERE u.wallet_id = x.wallet_id AND u.entry_id = x.id AND u.cancelled_by_entry_id < ${id})`;

const READ_ENTRIES = `SELECT ${ENTRY_COLUMNS} ${ENTRIES_WITH_REVERSALS}`;

/** With the version of the segment that each was made at: what is answered again is answered with its rates. */
const READ_REPLAYED = `
SELECT ${ENTRY_COLUMNS}, ${segmentVersionJson("sv")} AS segment_version, ${isExpiredReward({ entry: "e", lot: "l", reversal: "er" })} AS is_expired,
       CASE WHEN e.log_type_id = 11 THEN (SELECT o.amount - sum(x.amount)::bigint FROM entry x
                                           WHERE x.related_entry_id = o.id AND x.log_type_id = 11 AND x.id <= e.id AND ${STOOD_AT("e.id")}) END AS remaining_points,
       ${asideJson("e")} AS aside,
       CASE WHEN e.log_type_id = 2 THEN (SELECT x.points FROM entry_part x WHERE x.entry_id = e.id AND x.kind = 'referral' LIMIT 1) END AS referral_points
       ${ENTRIES_WITH_REVERSALS}
  JOIN LATERAL (SELECT * FROM segment_version x WHERE x.id = e.segment_version_id LIMIT 1) sv ON true
  LEFT JOIN LATERAL (SELECT * FROM lot x WHERE e.log_type_id = 2 AND x.wallet_id = e.wallet_id AND x.expires_on = e.expires_on LIMIT 1) l ON true`;

/** The query for what was done under references, as parallel arrays of users, operations and keys; null where there are none. */
export function readKeys([users, operations, keys]: [number[], number[], string[]]): QueryConfig | null {
  return keys.length === 0 ? null : { name: "read_keys", text: READ_KEYS, values: [users, operations, keys] };
}

/** The query for entries with what became of them; null where none is wanted. */
export function readEntries(ids: readonly number[]): QueryConfig | null {
  return ids.length === 0 ? null : { name: "read_entries", text: READ_ENTRIES, values: [ids] };
}

/** The same as they were first answered. */
export function readReplayed(ids: readonly number[]): QueryConfig | null {
  return ids.length === 0 ? null : { name: "read_replayed", text: READ_REPLAYED, values: [ids] };
}

export interface EntryBundleRow {
  entry: EntryRow;
  origin: EntryRow | null;
  /** Of a redemption that captured one. */
  hold_of_origin: EntryRow | null;
  entry_reversal: ReversalRow | null;
  origin_reversal: ReversalRow | null;
  /** Of a return that took points before they ripened: what is kept of its reward. */
  origin_aside: AsideRow | null;
  /** Of the entry's merchant, whose rules bind its refunds and returns; null: it has none. */
  merchant: MerchantRules | null;
  /** Of an entry that is answered again. */
  segment_version?: SegmentVersionRow;
  is_expired?: boolean;
  /** Of a return that is answered again: what remained of its reward after it. */
  remaining_points?: number | null;
  /** Of an entry that is answered again and set points aside. */
  aside?: AsideRow | null;
  /** Of a reward that is answered again: what a referral added to it. */
  referral_points?: number | null;
}

export interface KeyRow {
  user_id: number;
  operation: number;
  key: string;
  wallet_id: number;
  entry_id: number | null;
  request_hash: Buffer;
}

export function keyOf(row: KeyRow): KeyState {
  return {
    requestHash: row.request_hash.toString("base64"),
    walletId: row.wallet_id,
    entryId: row.entry_id,
  };
}

/** Adds an entry to the state. An entry of a wallet that was not read is left out. */
export function addEntry(
  state: LedgerState,
  wallets: ReadonlyMap<number, WalletState>,
  row: EntryBundleRow,
): void {
  const entry = entryOf(row.entry);
  const wallet = wallets.get(entry.walletId);
  if (wallet === undefined) return;
  for (const read of [row.entry, row.origin, row.hold_of_origin]) {
    if (read === null) continue;
    const known = entryOf(read);
    // A refund since a merge names an entry of the merged wallet's log.
    (wallets.get(known.walletId) ?? wallet).entries.set(known.id, known);
  }
  if (row.entry_reversal !== null)
    wallet.reversals.set(row.entry_reversal.entry_id, reversalOf(row.entry_reversal));
  if (row.origin_reversal !== null && row.origin !== null) {
    const log = wallets.get(entryOf(row.origin).walletId) ?? wallet;
    log.reversals.set(row.origin_reversal.entry_id, reversalOf(row.origin_reversal));
  }
  if (row.origin_aside !== null && row.origin !== null) {
    const origin = entryOf(row.origin);
    addAsideOf(wallets.get(origin.walletId) ?? wallet, origin, row.origin_aside);
  }
  if (row.segment_version !== undefined)
    state.segmentVersions.set(entry.segmentVersionId, segmentVersionOf(row.segment_version));
  addAsideOf(wallet, entry, row.aside ?? null);
  if (row.is_expired) state.expiredEntries.add(entry.id);
  if (row.remaining_points !== undefined && row.remaining_points !== null)
    wallet.remainders.set(entry.id, row.remaining_points);
  if (row.referral_points !== undefined && row.referral_points !== null)
    state.referrals.newcomerPoints.set(entry.id, row.referral_points);
  if (entry.merchantId !== null && row.merchant !== null) state.merchants.set(entry.merchantId, row.merchant);
}
