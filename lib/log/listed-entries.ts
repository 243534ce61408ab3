import type { Pool } from "pg";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { Conditions } from "@/lib/platform/conditions";
import { readByCursor } from "@/lib/platform/cursor";
import { SILENCE_MARGIN_MS } from "@/lib/platform/database/connection";
import { sender } from "@/lib/platform/database/sender";
import { inTransaction } from "@/lib/platform/transaction";
import {
  addFilter,
  decodeCursor,
  HISTORY_COLUMNS,
  type HistoryFilter,
  type HistoryPage,
  type HistoryRow,
  historyEntryOf,
  type PageRequest,
  pageOf,
  rowsWanted,
  WITH_FATE,
} from "./history";

// Entries of many branches, whoever's wallets they are of: what stands behind the sums of a report (rules.md §14: no test wallets).

/** Branches whose entries are listed. */
export interface ListedScope {
  /** Null: of all merchants, and of none. */
  merchantId: number | null;
  branchIds: readonly number[];
  /** With what happened at no branch. */
  withoutBranch: boolean;
}

export interface ListedFilter extends Omit<HistoryFilter, "branchId" | "merchantId"> {
  /** Of cancellations: the kind of what they undid. */
  undidLogTypeId?: LogTypeId | undefined;
  /** 0 to 23, and 1 Monday to 7 Sunday, on the clocks of `timeZone`. */
  hour?: number | undefined;
  weekday?: number | undefined;
  timeZone: string;
  /** The segment that the wallet was in. */
  segmentId?: number | undefined;
  /** The `SkuId` of a reward, or of the reward that was cancelled or returned. */
  skuId?: string | undefined;
  /** First day of the month in which the wallet first came, to the scope's merchant or to any; as far as the reports know. */
  firstMonth?: string | undefined;
}

type Listed = { scope: ListedScope; filter: ListedFilter };

/**
 * A page of the entries, newest first. Each branch is a stretch of the index of its own, of which no more is read than the page
 * holds. Throws DomainError 1002 (field "cursor").
 */
export async function listedEntries(
  pool: Pool,
  { scope, filter, cursor, limit }: Listed & PageRequest,
): Promise<HistoryPage> {
  const { sql, values } = listedEntriesQuery({ scope, filter, cursor, limit });
  const rows = await readPage(pool, sql, values);
  return pageOf(rows, limit, ({ entry }) => [entry.createdAt.getTime(), entry.id]);
}

/** A search for rare entries reads a whole range, which may take longer than a till's statement is given. */
const TIME_LIMIT_MS = 30_000;

function readPage(pool: Pool, text: string, values: readonly unknown[]): Promise<HistoryRow[]> {
  return inTransaction(
    pool,
    async (client) => {
      const send = sender(client, TIME_LIMIT_MS + SILENCE_MARGIN_MS);
      return (await send({ text, values: [...values] })).rows as HistoryRow[];
    },
    { mode: "snapshot", timeLimitMs: TIME_LIMIT_MS },
  );
}

/** The statement of {@link listedEntries}, so that a test can ask the planner about it. */
export function listedEntriesQuery({ scope, filter, cursor, limit }: Listed & PageRequest): {
  sql: string;
  values: unknown[];
} {
  const where = conditionsOf({ scope, filter });
  if (cursor !== undefined) {
    const [createdAt = 0, id = 0] = decodeCursor(cursor, 2);
    const at = new Date(createdAt);
    where.add("e.created_at <= ?", at);
    where.add("(e.created_at, e.id) < (?, ?)", at, id);
  }
  const order = `e.created_at DESC, e.id DESC LIMIT ${rowsWanted(limit)}`;
  const newest = `ORDER BY ${order}`;
  // The planner takes IS NULL for no constant: with the column named the order is that of the index.
  const newestWithoutBranch = `ORDER BY e.branch_id DESC, ${order}`;
  const branches = where.bind(scope.branchIds);
  const sql = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM (
          SELECT x.* FROM unnest(${branches}::integer[]) AS b (id)
           CROSS JOIN LATERAL (SELECT * FROM entry e WHERE e.branch_id = b.id AND ${where.sql} ${newest}) x
          UNION ALL
          (SELECT * FROM entry e WHERE ${scope.withoutBranch} AND e.branch_id IS NULL AND ${where.sql} ${newestWithoutBranch})) e
        ${newest}) e ${WITH_FATE}
 ORDER BY e.created_at DESC, e.id DESC`;
  return { sql, values: where.values };
}

function conditionsOf({
  scope,
  filter: { undidLogTypeId, hour, weekday, timeZone, segmentId, skuId, firstMonth, ...filter },
}: Listed): Conditions {
  const where = new Conditions();
  addFilter(where, filter);
  if (scope.merchantId !== null) where.add("e.merchant_id = ?", scope.merchantId);
  if (undidLogTypeId !== undefined)
    where.add(
      `e.log_type_id = ${LOG_TYPE.cancellation} AND EXISTS (SELECT FROM entry x WHERE x.id = e.related_entry_id AND x.log_type_id = ?)`,
      undidLogTypeId,
    );
  if (hour !== undefined) where.add("extract(hour FROM e.created_at AT TIME ZONE ?) = ?", timeZone, hour);
  if (weekday !== undefined)
    where.add("extract(isodow FROM e.created_at AT TIME ZONE ?) = ?", timeZone, weekday);
  if (segmentId !== undefined)
    where.add(
      "e.segment_version_id IN (SELECT v.id FROM segment_version v WHERE v.segment_id = ?)",
      segmentId,
    );
  if (skuId !== undefined)
    where.add(
      `(e.sku_id = ? OR e.log_type_id IN (${LOG_TYPE.cancellation}, ${LOG_TYPE.rewardReturn})
        AND EXISTS (SELECT FROM entry x LEFT JOIN entry b ON x.log_type_id = ${LOG_TYPE.rewardReturn} AND b.id = x.related_entry_id
                     WHERE x.id = e.related_entry_id AND ? IN (x.sku_id, b.sku_id)))`,
      skuId,
      skuId,
    );
  if (firstMonth !== undefined)
    where.add(
      "(SELECT c.first_month FROM report_customer c WHERE c.merchant_id = ? AND c.wallet_id = e.wallet_id) = ?::date",
      scope.merchantId ?? 0,
      firstMonth,
    );
  where.add(isOfCustomer("e.wallet_id"));
  return where;
}

/** Read from the database at a time: enough to be quick, little enough to hold. */
const PART_ENTRIES = 500;

/**
 * All of the entries, newest first, part by part, as of one moment: for the file of a day. The database sorts, so that no more than
 * a part of them is held here.
 */
export async function* eachListedEntry(pool: Pool, listed: Listed): AsyncGenerator<HistoryEntry[]> {
  const where = conditionsOf(listed);
  const branches = where.bind(listed.scope.branchIds);
  const text = `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT * FROM (
          SELECT * FROM entry e WHERE e.branch_id = ANY (${branches}::integer[]) AND ${where.sql}
          UNION ALL
          SELECT * FROM entry e WHERE ${listed.scope.withoutBranch} AND e.branch_id IS NULL AND ${where.sql}) e
         ORDER BY e.created_at DESC, e.id DESC) e ${WITH_FATE}
 ORDER BY e.created_at DESC, e.id DESC`;
  for await (const rows of readByCursor<HistoryRow>(pool, {
    text,
    values: where.values,
    partSize: PART_ENTRIES,
  }))
    yield rows.map(historyEntryOf);
}

/** Entries that made points which expire in a range of days and are still held. */
export interface ExpiringFilter {
  /** Null: all merchants, and none. */
  merchantId: number | null;
  /** First and last day; `infinity`: points that never expire. */
  from: string;
  to: string;
}

/**
 * A page of them, by the day of expiry and wallet. The lots lead to them, and what has been spent to the last point is left out.
 * Throws DomainError 1002 (field "cursor").
 */
export async function expiringEntries(
  pool: Pool,
  { filter: { merchantId, from, to }, cursor, limit }: { filter: ExpiringFilter } & PageRequest,
): Promise<HistoryPage> {
  const where = new Conditions();
  where.add("l.points > 0");
  where.add("l.expires_on BETWEEN ?::date AND ?::date", from, to);
  if (merchantId !== null) where.add("x.merchant_id = ?", merchantId);
  if (cursor !== undefined) {
    const [days = 0, walletId = 0, seq = 0] = decodeCursor(cursor, 3);
    const day = days < 0 ? "infinity" : new Date(days * DAY_MS).toISOString().slice(0, 10);
    where.add("(l.expires_on, l.wallet_id) >= (?::date, ?::bigint)", day, walletId);
    where.add("(l.expires_on, l.wallet_id, x.seq) > (?::date, ?::bigint, ?::integer)", day, walletId, seq);
  }
  where.add(isOfCustomer("l.wallet_id"));
  const order = "l.expires_on, l.wallet_id, x.seq";
  const rows = await readPage(
    pool,
    `
SELECT ${HISTORY_COLUMNS}
  FROM (SELECT x.*
          FROM lot l
          JOIN entry x ON x.wallet_id = l.wallet_id AND x.expires_on = l.expires_on AND x.points_delta > 0
         WHERE ${where.sql} ORDER BY ${order} LIMIT ${rowsWanted(limit)}) e ${WITH_FATE}
 ORDER BY e.expires_on, e.wallet_id, e.seq`,
    where.values,
  );
  return pageOf(rows, limit, ({ entry: { expiresOn, walletId, seq } }) => [
    expiresOn === null || expiresOn === "infinity" ? -1 : Date.parse(expiresOn) / DAY_MS,
    walletId,
    seq,
  ]);
}

const DAY_MS = 24 * 60 * 60_000;
