import type { QueryConfig } from "pg";
import {
  arrays,
  composites,
  ENTRY,
  KEY,
  LAPSED,
  LOT,
  MOVEMENT,
  names,
  PART,
  REVERSAL,
  source,
} from "@/lib/ledger/rules/columns";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Entry } from "@/lib/ledger/rules/types";
import type { Writes } from "@/lib/ledger/rules/writes";
import { addAside, asideStatements } from "@/lib/ledger/with/aside/store";
import { billStatements } from "@/lib/ledger/with/bills/settled-store";
import { addCoupons, couponStatements, moveCoupons } from "@/lib/ledger/with/coupons/store";
import { limitStatements } from "@/lib/ledger/with/limits/store";
import { pinStatements } from "@/lib/ledger/with/pin/store";
import { promotionStatements } from "@/lib/ledger/with/promotions/store";
import { referralStatements } from "@/lib/ledger/with/referrals/store";

export function noWrites(): Writes {
  return {
    entries: [],
    wallets: new Map(),
    lots: new Map(),
    lapsed: [],
    reversals: new Map(),
    keys: [],
    pins: new Map(),
    callers: new Map(),
    parts: [],
    coupons: { issued: [], ended: [] },
    bills: { settled: [], returned: [], couponActs: [] },
    referrals: [],
    tiers: new Map(),
    merges: [],
    pending: new Map(),
    holds: new Map(),
    marked: [],
    alongside: [],
  };
}

export function isEmpty({ entries, keys, pins }: Writes): boolean {
  return entries.length === 0 && keys.length === 0 && pins.size === 0;
}

const WRITE_PARTS = `INSERT INTO entry_part (${names(PART)}) SELECT * FROM ${source(PART, 1)}`;

// Entries, wallets, lots and keys go in one statement: the triggers see the log and the wallets agree at its end. Their rows
// come as arrays of composite values, which are read faster than an array for each column.
const WRITE_MOVEMENTS = `
WITH movement AS MATERIALIZED (SELECT * FROM unnest($1::coded_movement_row[])),
     new_entries AS (INSERT INTO entry (${names(ENTRY)}) SELECT ${names(ENTRY)} FROM movement),
     new_wallets AS (UPDATE wallet w
                        SET segment_id = m.segment_id, last_seq = m.seq, balance = m.balance_after, accumulated = m.accumulated_after,
                            redeemed = m.redeemed_after, suspended = m.suspended_after, last_hash = m.hash
                       FROM movement m WHERE w.id = m.wallet_id AND m.segment_id IS NOT NULL),
     known_lots AS (UPDATE lot l SET points = n.points FROM unnest($2::lot_row[]) n
                     WHERE l.wallet_id = n.wallet_id AND l.expires_on = n.expires_on),
     new_lots AS (INSERT INTO lot (${names(LOT)})
                  SELECT * FROM unnest($2::lot_row[]) n
                   WHERE NOT EXISTS (SELECT FROM lot l WHERE l.wallet_id = n.wallet_id AND l.expires_on = n.expires_on))
INSERT INTO idempotency_key (${names(KEY)}) SELECT * FROM unnest($3::key_row[])`;

const WRITE_KEYS = `INSERT INTO idempotency_key (${names(KEY)}) SELECT * FROM unnest($1::key_row[])`;

const WRITE_REVERSALS = `
INSERT INTO reversal (${names(REVERSAL)}) SELECT * FROM unnest($1::exact_reversal_row[])
ON CONFLICT (wallet_id, entry_id) DO UPDATE
   SET given_back = excluded.given_back, given_back_value = excluded.given_back_value,
       given_back_hundredths = excluded.given_back_hundredths, open_refunds = excluded.open_refunds,
       given_back_by_lot = excluded.given_back_by_lot, cancelled_by_entry_id = excluded.cancelled_by_entry_id`;

// Which of a lapsed lot's rewards lapsed whole: points are spent oldest first, so what lapsed is the newest that came in, as a reward or
// otherwise. A reward counts whole, also what of it repaid a debt: that part is spent. Points returned by then do not count. Ripened points
// count with their reward; points released from a hold are not new.
const WRITE_LAPSED = `
UPDATE lot l
   SET lapsed_points = l.lapsed_points + n.points,
       lapsed_from_seq = (
         SELECT min(r.seq) FILTER (WHERE r.log_type_id = 2)
           FROM (SELECT e.seq, e.log_type_id, sum(i.points) OVER (ORDER BY e.seq DESC) AS newest
                   FROM entry e
                   LEFT JOIN LATERAL (SELECT x.cancelled_by_entry_id, x.entry_id FROM reversal x
                                       WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) v ON true
                   LEFT JOIN LATERAL (SELECT sum(x.amount) AS points FROM entry x
                                       WHERE v.entry_id IS NOT NULL AND x.related_entry_id = e.id AND x.log_type_id = 11 AND x.id < n.entry_id
                                         AND NOT EXISTS (SELECT FROM reversal u WHERE u.wallet_id = x.wallet_id AND u.entry_id = x.id AND u.cancelled_by_entry_id < n.entry_id)) b ON true
                  CROSS JOIN LATERAL (
                    SELECT CASE WHEN e.log_type_id = 2 THEN e.amount - coalesce(b.points, 0)
                                ELSE (SELECT sum((m ->> 1)::bigint) FROM jsonb_array_elements(e.lot_moves) m
                                       WHERE m ->> 0 = to_char(n.expires_on, 'YYYY-MM-DD')) END AS points) i
                  WHERE e.wallet_id = n.wallet_id AND e.seq < n.seq
                    AND (e.log_type_id = 2 AND e.expires_on = n.expires_on OR e.log_type_id IN (6, 9) OR e.log_type_id = 10 AND e.related_entry_id IS NULL)
                    AND i.points > 0
                    AND (v.cancelled_by_entry_id IS NULL OR v.cancelled_by_entry_id > n.entry_id)) r
          WHERE r.newest <= l.lapsed_points + n.points)
  FROM ${source(LAPSED, 1)} AS n (${names(LAPSED)})
 WHERE l.wallet_id = n.wallet_id AND l.expires_on = n.expires_on`;

const SEQ_MAX = 2 ** 31 - 1;

const WRITE_MERGE = "UPDATE wallet SET status_id = 6, merged_into_wallet_id = $2 WHERE id = $1";

/**
 * The statements that write a batch, in the order in which they have to be carried out: its movements, then what each capability adds. A
 * capability with nothing to write adds none.
 */
export function writeStatements(writes: Writes, state: LedgerState): QueryConfig[] {
  return [
    ...movementStatements(writes),
    ...referralStatements(writes.referrals),
    ...lapsedStatements(writes),
    ...tierStatements(writes),
    ...pinStatements(writes),
    ...mergeStatements(writes),
    ...couponStatements(writes.coupons),
    ...billStatements(writes.bills),
    ...writes.alongside,
    ...asideStatements(writes),
    ...limitStatements(state.limits, writes.marked),
    ...promotionStatements(state.promotions),
  ];
}

function movementStatements(writes: Writes): QueryConfig[] {
  const statements: QueryConfig[] = [];
  // In a fixed order, so that two batches that insert the same references wait for each other instead of deadlocking.
  const keys = writes.keys.sort(
    (a, b) =>
      a.userId - b.userId || a.operation - b.operation || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
  if (writes.entries.length > 0) {
    const values = [
      composites(MOVEMENT, movements(writes)),
      composites(LOT, [...writes.lots.values()]),
      composites(KEY, keys),
    ];
    statements.push({ name: "write_movements", text: WRITE_MOVEMENTS, values });
  } else if (keys.length > 0) {
    statements.push({ name: "write_keys", text: WRITE_KEYS, values: [composites(KEY, keys)] });
  }
  if (writes.reversals.size > 0) statements.push(writeReversals(writes));
  if (writes.parts.length > 0)
    statements.push({ name: "write_parts", text: WRITE_PARTS, values: arrays(PART, writes.parts) });
  return statements;
}

function lapsedStatements({ lapsed }: Writes): QueryConfig[] {
  return lapsed.length === 0
    ? []
    : [{ name: "write_lapsed", text: WRITE_LAPSED, values: arrays(LAPSED, lapsed) }];
}

const WRITE_TIERS = `
UPDATE wallet w SET tier_moves = n.moves FROM unnest($1::bigint[], $2::jsonb[]) AS n (id, moves) WHERE w.id = n.id`;

function tierStatements({ tiers }: Writes): QueryConfig[] {
  if (tiers.size === 0) return [];
  const values = [[...tiers.keys()], [...tiers.values()].map((moves) => moves && JSON.stringify(moves))];
  return [{ name: "write_tiers", text: WRITE_TIERS, values }];
}

function mergeStatements({ merges }: Writes): QueryConfig[] {
  return merges.flatMap(({ walletId, intoWalletId }) => [
    { name: "write_merge", text: WRITE_MERGE, values: [walletId, intoWalletId] },
    moveCoupons(walletId, intoWalletId),
  ]);
}

/** Written after their entries, which a trigger looks for, in a separate statement that most batches do not need. */
export function writeReversals({ reversals }: Writes): QueryConfig {
  const values = [composites(REVERSAL, [...reversals.values()])];
  return { name: "write_reversals", text: WRITE_REVERSALS, values };
}

export function movements({ entries, wallets }: Writes) {
  return entries.map(({ entry, hash }) => {
    const wallet = wallets.get(entry.walletId);
    return { entry, hash, segmentId: wallet?.last === entry ? wallet.segmentId : null };
  });
}

/** Adds one entry to a batch's writes; `wallet` is as it stands after the entry. */
export function addEntry(
  writes: Writes,
  wallet: WalletState,
  posting: Posting,
  entry: Entry,
  hash: string,
  logOf: (walletId: number) => WalletState = () => wallet,
): void {
  const walletId = wallet.id;
  writes.entries.push({ entry, hash });
  writes.wallets.set(walletId, { segmentId: wallet.segment.segmentId, last: entry, hash });
  for (const { lot } of entry.lotMoves) {
    if (lot === null) continue;
    writes.lots.set(`${walletId} ${lot}`, { walletId, expiresOn: lot, points: wallet.lots.get(lot) ?? 0 });
  }
  if (posting.lapsedLot !== undefined) {
    const { seq, id: entryId, amount: points } = entry;
    writes.lapsed.push({ walletId, expiresOn: posting.lapsedLot, points, seq, entryId });
  }
  if (posting.unlapsed !== undefined) {
    const { walletId: log, lot } = posting.unlapsed;
    // A merged wallet's log has ended: all of it is before the entry of its heir.
    const seq = log === walletId ? entry.seq : SEQ_MAX;
    writes.lapsed.push({ walletId: log, expiresOn: lot, points: -entry.amount, seq, entryId: entry.id });
  }
  for (const [place, part] of (posting.parts ?? []).entries())
    writes.parts.push({ entryId: entry.id, place, ...part });
  if (posting.aside !== undefined) addAside(writes, wallet, posting.aside, entry.id);
  addCoupons(writes.coupons, posting, entry);
  if (posting.marks !== undefined) writes.marked.push({ entry, marks: posting.marks });
  if (posting.mergedInto !== undefined) writes.merges.push({ walletId, intoWalletId: posting.mergedInto });
  for (const { entryId, walletId = wallet.id } of posting.reversals) {
    const reversal = logOf(walletId).reversals.get(entryId);
    if (reversal !== undefined) writes.reversals.set(`${walletId} ${entryId}`, { walletId, ...reversal });
  }
}
