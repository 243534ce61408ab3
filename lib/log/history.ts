import type { Pool } from "pg";
import { DomainError } from "@/lib/ledger/rules/errors";
import { type HistoryEntry, remainingPointsOf } from "@/lib/ledger/rules/history-entry";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { type EntryRow, entryJson, entryOf, givenBackSql, isExpiredReward } from "@/lib/ledger/rules/rows";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { type AsideRow, asideJson, shownRow } from "@/lib/ledger/with/aside/rows";
import { Conditions, likeText } from "@/lib/platform/conditions";
import { readRows } from "@/lib/platform/rows";

/** A part of a list, and where the next part begins: null after the last. */
export interface HistoryPage {
  entries: HistoryEntry[];
  nextCursor: string | null;
}

export interface HistoryFilter {
  logTypeIds?: readonly LogTypeId[] | undefined;
  /** From this instant on. */
  from?: Date | undefined;
  /** Before this instant. */
  until?: Date | undefined;
  branchId?: number | undefined;
  userId?: number | undefined;
  /** Only what this merchant's branches did, and what no merchant did (expiry, adjustments). */
  merchantId?: number | undefined;
  /** Part of the caller's reference or of the invoice number, in any letter case, or an entry's whole number. */
  text?: string | undefined;
}

export interface PageRequest {
  /** `nextCursor` of the page before; absent: the newest. */
  cursor?: string | undefined;
  /** 1 to 200, by default 50. */
  limit?: number | undefined;
}

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

// Each lookup is a lateral one with LIMIT 1, as in store/read.ts: an index lookup whatever the planner knows.
export const WITH_FATE = `
 CROSS JOIN LATERAL (SELECT x.wallet_code FROM wallet x WHERE x.id = e.wallet_id LIMIT 1) w
  LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT * FROM lot x WHERE e.log_type_id = ${LOG_TYPE.reward} AND x.wallet_id = e.wallet_id AND x.expires_on = e.expires_on LIMIT 1) l ON true
  LEFT JOIN LATERAL (SELECT * FROM entry_approval x WHERE x.entry_id = e.id LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT * FROM repeated_invoice x WHERE x.entry_id = e.id LIMIT 1) i ON true`;
export const HISTORY_COLUMNS = `${entryJson("e")} AS entry, w.wallet_code, coalesce(r.given_back, 0) AS given_back, coalesce(${givenBackSql("r")}, '0') AS given_back_value,
       r.cancelled_by_entry_id, ${isExpiredReward({ entry: "e", lot: "l", reversal: "r" })} AS is_expired,
       a.approved_by, i.earlier_entry_id, ${asideJson("e")} AS aside,
       CASE WHEN e.log_type_id = ${LOG_TYPE.reward} THEN (SELECT sum(x.points)::bigint FROM (SELECT * FROM entry_part x WHERE x.entry_id = e.id AND x.kind = 'referral' LIMIT 1) x) END AS referral_points`;

export interface HistoryRow {
  entry: EntryRow;
  wallet_code: string;
  given_back: number;
  given_back_value: string;
  cancelled_by_entry_id: number | null;
  is_expired: boolean;
  approved_by: number | null;
  earlier_entry_id: number | null;
  aside: AsideRow | null;
  referral_points: number | null;
}

/**
 * A wallet's entries, newest first. Pages stay whole while new entries are written: the cursor is a position in the log.
 * Throws {@link DomainError} 1002 (field "cursor") for a cursor that is not one of this list's.
 */
export async function walletHistory(
  pool: Pool,
  { walletId, filter = {}, cursor, limit }: { walletId: number; filter?: HistoryFilter } & PageRequest,
): Promise<HistoryPage> {
  const { sql, values } = walletHistoryQuery({ walletId, filter, cursor, limit });
  const isKept = filter.text === undefined;
  const rows = await readRows<HistoryRow>(pool, sql, values, { isKept });
  return pageOf(rows, limit, ({ entry }) => [entry.seq]);
}

/** The statement of {@link walletHistory}, so that a test can ask the planner about it. */
export function walletHistoryQuery({
  walletId,
  filter = {},
  cursor,
  limit,
}: { walletId: number; filter?: HistoryFilter } & PageRequest): { sql: string; values: unknown[] } {
  const where = new Conditions();
  where.add("e.wallet_id = ?", walletId);
  if (cursor !== undefined) where.add("e.seq < ?", decodeCursor(cursor, 1)[0]);
  addFilter(where, filter);
  const sql = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM entry e WHERE ${where.sql} ORDER BY e.wallet_id DESC, e.seq DESC LIMIT ${rowsWanted(limit)}) e ${WITH_FATE}
 ORDER BY e.seq DESC`;
  return { sql, values: where.values };
}

/** Entries at a branch on customers' wallets, newest first, by default of all days. Throws {@link DomainError} 1002 (field "cursor"). */
export async function branchHistory(
  pool: Pool,
  { branchId, filter = {}, cursor, limit }: { branchId: number; filter?: BranchFilter } & PageRequest,
): Promise<HistoryPage> {
  const { sql, values } = branchHistoryQuery({ branchId, filter, cursor, limit });
  const rows = await readRows<HistoryRow>(pool, sql, values);
  return pageOf(rows, limit, ({ entry }) => [entry.createdAt.getTime(), entry.id]);
}

/** A child's entries on its pools, newest first: those entries are in other wallets' logs. Throws {@link DomainError} 1002 (field "cursor"). */
export async function childHistory(
  pool: Pool,
  { walletId, filter = {}, cursor, limit }: { walletId: number; filter?: HistoryFilter } & PageRequest,
): Promise<HistoryPage> {
  const where = new Conditions();
  where.add("e.actor_wallet_id = ?", walletId);
  if (cursor !== undefined) {
    const [createdAt = 0, id = 0] = decodeCursor(cursor, 2);
    const at = new Date(createdAt);
    where.add("e.created_at <= ?", at);
    where.add("(e.created_at, e.id) < (?, ?)", at, id);
  }
  addFilter(where, filter);
  const sql = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM entry e WHERE ${where.sql} ORDER BY e.created_at DESC, e.id DESC LIMIT ${rowsWanted(limit)}) e ${WITH_FATE}
 ORDER BY e.created_at DESC, e.id DESC`;
  const rows = await readRows<HistoryRow>(pool, sql, where.values);
  return pageOf(rows, limit, ({ entry }) => [entry.createdAt.getTime(), entry.id]);
}

export type BranchFilter = Omit<HistoryFilter, "branchId" | "merchantId">;

/** The statement of {@link branchHistory}, so that a test can ask the planner about it. */
export function branchHistoryQuery({
  branchId,
  filter = {},
  cursor,
  limit,
}: { branchId: number; filter?: BranchFilter } & PageRequest): { sql: string; values: unknown[] } {
  const where = new Conditions();
  where.add("e.branch_id = ?", branchId);
  if (cursor !== undefined) {
    const [createdAt = 0, id = 0] = decodeCursor(cursor, 2);
    const at = new Date(createdAt);
    // The first condition is what the index can use, the second orders entries of one millisecond.
    where.add("e.created_at <= ?", at);
    where.add("(e.created_at, e.id) < (?, ?)", at, id);
  }
  addFilter(where, filter);
  where.add(isOfCustomer("e.wallet_id"));
  const sql = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM entry e WHERE ${where.sql} ORDER BY e.created_at DESC, e.id DESC LIMIT ${rowsWanted(limit)}) e ${WITH_FATE}
 ORDER BY e.created_at DESC, e.id DESC`;
  return { sql, values: where.values };
}

/** One entry with those it is tied to: what it refers to, and what refers to it, oldest first. */
export interface EntryWithRelated {
  entry: HistoryEntry;
  /** Refund: the redemption. Return: the reward. Cancellation: the cancelled entry. Transfer in: the transfer out. */
  refersTo: HistoryEntry | null;
  /** Refunds, returns and cancellations of it; of a transfer out, the transfer in. */
  referredToBy: HistoryEntry[];
}

/** An entry by its number; null when there is none, or none that this merchant may see. */
export async function readEntry(
  pool: Pool,
  { entryId, merchantId }: { entryId: number; merchantId?: number | undefined },
): Promise<EntryWithRelated | null> {
  if (!Number.isSafeInteger(entryId)) return null;
  const own = await readRows<HistoryRow>(pool, ENTRY_BY_ID, [entryId], { isKept: true });
  const entry = own.map(historyEntryOf)[0];
  if (entry === undefined || isForeign(entry, merchantId)) return null;
  const { relatedEntryId } = entry.entry;
  // A referrer's bonus names another customer's reward: who brought whom is shown with the wallets, to those who may see both.
  const isOwn = entry.entry.logTypeId !== LOG_TYPE.adjustmentUp;
  const [target, related] = await Promise.all([
    relatedEntryId === null || !isOwn
      ? []
      : readRows<HistoryRow>(pool, ENTRY_BY_ID, [relatedEntryId], { isKept: true }),
    readRows<HistoryRow>(pool, ENTRIES_REFERRING_TO, [entryId], { isKept: true }),
  ]);
  return {
    entry,
    refersTo: target.map(historyEntryOf)[0] ?? null,
    referredToBy: related.map(historyEntryOf),
  };
}

const ENTRY_BY_ID = `SELECT ${HISTORY_COLUMNS} FROM (SELECT * FROM entry x WHERE x.id = $1 LIMIT 1) e ${WITH_FATE}`;
const ENTRIES_REFERRING_TO = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM entry x WHERE x.related_entry_id = $1 AND x.log_type_id <> ${LOG_TYPE.adjustmentUp} ORDER BY x.id LIMIT 1000) e ${WITH_FATE}
 ORDER BY e.id`;

/** Entries by their numbers, the newest first. A number that is none is left out. */
export async function readEntries(pool: Pool, entryIds: readonly number[]): Promise<HistoryEntry[]> {
  return (await readRows<HistoryRow>(pool, ENTRIES_BY_ID, [entryIds])).map(historyEntryOf);
}

const ENTRIES_BY_ID = `
SELECT ${HISTORY_COLUMNS}
  FROM unnest($1::bigint[]) AS asked (id) CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = asked.id LIMIT 1) e ${WITH_FATE}
 ORDER BY e.created_at DESC, e.id DESC`;

function isForeign({ entry }: HistoryEntry, merchantId: number | undefined): boolean {
  return merchantId !== undefined && entry.merchantId !== null && entry.merchantId !== merchantId;
}

/** Two or more entries that may be one sale sent twice: the first of them, oldest first, and how many there are. */
export interface LookAlikes {
  entries: HistoryEntry[];
  count: number;
}

/** Of one group: a sale that was sent hundreds of times is told by its first entries. */
const LOOK_ALIKE_ENTRIES_MAX = 10;

/**
 * Rewards and redemptions of one wallet, at one branch, of one kind and amount, each within 60 seconds of the one before
 * (rules.md §5): what a till without references may have sent twice. Cancelled ones are left out; settled bills are told by their rewards.
 * Give the wallet, the branch or branches, or both, a stretch of time, and how many groups are wanted: the newest come first, at most
 * ten entries of each, and `count` is how many groups there are.
 */
export async function lookAlikes(
  pool: Pool,
  {
    limit,
    ...where
  }: { from: Date; until: Date; limit: number } & (
    | { walletId: number; branchId?: number }
    | { branchId: number }
    | { branchIds: readonly number[] }
  ),
): Promise<{ count: number; groups: LookAlikes[] }> {
  const conditions = new Conditions([where.from, where.until, limit, LOOK_ALIKE_ENTRIES_MAX]);
  if ("walletId" in where) conditions.add("e.wallet_id = ?", where.walletId);
  if ("branchIds" in where) conditions.add("e.branch_id = ANY (?::int[])", where.branchIds);
  else if (where.branchId !== undefined) conditions.add("e.branch_id = ?", where.branchId);
  conditions.add(isOfCustomer("e.wallet_id"));
  // A minute more on both sides: a pair over the edge of the stretch belongs to both stretches.
  conditions.add("e.created_at >= ?", new Date(where.from.getTime() - LOOK_ALIKE_MS));
  conditions.add("e.created_at < ?", new Date(where.until.getTime() + LOOK_ALIKE_MS));
  const rows = await readRows<HistoryRow & { group_no: number; entries: number; groups: number }>(
    pool,
    LOOK_ALIKES.replace("CONDITIONS", () => conditions.sql),
    conditions.values,
  );
  const groups = new Map<number, LookAlikes>();
  for (const row of rows) {
    const group = groups.get(row.group_no) ?? { entries: [], count: row.entries };
    group.entries.push(historyEntryOf(row));
    groups.set(row.group_no, group);
  }
  return { count: rows[0]?.groups ?? 0, groups: [...groups.values()] };
}

const LOOK_ALIKE_MS = 60_000;

const LOOK_ALIKES = `
WITH candidates AS (
  SELECT e.*, lag(e.created_at) OVER alike AS before_at, lead(e.created_at) OVER alike AS after_at
    FROM entry e
   WHERE CONDITIONS AND e.branch_id IS NOT NULL AND e.log_type_id IN (1, 2) AND NOT EXISTS (SELECT FROM bill b WHERE b.redemption_entry_id = e.id)
     AND NOT EXISTS (SELECT FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id AND x.cancelled_by_entry_id IS NOT NULL)
  WINDOW alike AS (PARTITION BY e.wallet_id, e.branch_id, e.log_type_id, e.amount_value, e.amount_hundredths, e.amount ORDER BY e.created_at, e.id)
), alike AS (
  SELECT c.*, (c.before_at IS NULL OR c.created_at > c.before_at + interval '60 seconds') AS is_first
    FROM candidates c
   WHERE c.created_at <= c.before_at + interval '60 seconds' OR c.after_at <= c.created_at + interval '60 seconds'
), numbered AS (
  SELECT a.*, sum(is_first::int) OVER (ORDER BY a.wallet_id, a.branch_id, a.log_type_id, a.amount_value, a.amount_hundredths, a.amount, a.created_at, a.id) AS group_no
    FROM alike a
), newest AS (
  SELECT n.group_no, count(*) AS entries, max(n.created_at) AS last_at, count(*) OVER () AS groups
    FROM numbered n
   GROUP BY n.group_no
  HAVING bool_or(n.created_at >= $1 AND n.created_at < $2)
   ORDER BY last_at DESC, n.group_no
   LIMIT $3
), shown AS (
  SELECT n.wallet_id, n.seq, n.group_no, g.entries, g.last_at, g.groups,
         row_number() OVER (PARTITION BY n.group_no ORDER BY n.created_at, n.id) AS place
    FROM numbered n JOIN newest g ON g.group_no = n.group_no
)
SELECT ${HISTORY_COLUMNS}, s.group_no, s.entries, s.groups
  FROM (SELECT * FROM shown WHERE place <= $4) s
       CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.wallet_id = s.wallet_id AND x.seq = s.seq LIMIT 1) e ${WITH_FATE}
 ORDER BY s.last_at DESC, s.group_no, s.place`;

export function historyEntryOf(row: HistoryRow): HistoryEntry {
  const entry = entryOf(row.entry);
  return {
    entry,
    walletCode: row.wallet_code,
    remainingPoints: remainingPointsOf(entry, {
      givenBack: row.given_back,
      cancelledByEntryId: row.cancelled_by_entry_id,
    }),
    givenBackValue: BigInt(row.given_back_value),
    cancelledByEntryId: row.cancelled_by_entry_id,
    isExpired: row.is_expired,
    approvedBy: row.approved_by,
    repeatsEntryId: row.earlier_entry_id,
    aside: shownRow(row.aside),
    referralPoints: row.referral_points ?? 0,
  };
}

export function addFilter(where: Conditions, filter: HistoryFilter): void {
  if (filter.logTypeIds !== undefined) where.add("e.log_type_id = ANY (?::smallint[])", filter.logTypeIds);
  if (filter.from !== undefined) where.add("e.created_at >= ?", filter.from);
  if (filter.until !== undefined) where.add("e.created_at < ?", filter.until);
  if (filter.branchId !== undefined) where.add("e.branch_id = ?", filter.branchId);
  if (filter.userId !== undefined) where.add("e.user_id = ?", filter.userId);
  if (filter.merchantId !== undefined)
    where.add("(e.merchant_id = ? OR e.merchant_id IS NULL)", filter.merchantId);
  const text = filter.text?.trim() ?? "";
  if (text !== "") {
    const pattern = `%${likeText(text)}%`;
    where.add(
      "(e.external_log_id ILIKE ? OR e.invoice_number ILIKE ? OR e.id::text = ?)",
      pattern,
      pattern,
      text,
    );
  }
}

/** One row more than asked for tells whether there is a next page. */
export function rowsWanted(limit: number | undefined): number {
  return limitOf(limit) + 1;
}

function limitOf(limit = LIMIT_DEFAULT): number {
  return Math.min(LIMIT_MAX, Math.max(1, Math.trunc(limit)));
}

export function pageOf(
  rows: readonly HistoryRow[],
  limit: number | undefined,
  position: (entry: HistoryEntry) => number[],
): HistoryPage {
  const entries = rows.slice(0, limitOf(limit)).map(historyEntryOf);
  const last = entries.at(-1);
  const hasMore = rows.length > entries.length;
  return { entries, nextCursor: hasMore && last !== undefined ? encodeCursor(position(last)) : null };
}

function encodeCursor(position: readonly number[]): string {
  return Buffer.from(position.join(".")).toString("base64url");
}

export function decodeCursor(cursor: string, length: number): number[] {
  const position = Buffer.from(cursor, "base64url").toString().split(".").map(Number);
  const isValid = position.length === length && position.every((value) => Number.isSafeInteger(value));
  if (!isValid || encodeCursor(position) !== cursor) throw new DomainError(1002, { field: "cursor" });
  return position;
}
