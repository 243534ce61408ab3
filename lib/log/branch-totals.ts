import type { Pool } from "pg";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { sender } from "@/lib/platform/database/sender";
import { amountSql, type Money } from "@/lib/platform/money";

/** Sums over entries. */
export interface Totals {
  entries: number;
  /** Points moved, unsigned, cancelled entries included: their cancellations are totals of their own. */
  points: number;
  /** Money value, unsigned. */
  value: Money;
}

/** Totals of one person, or one API client, at one branch in entries of one kind. */
export interface BranchTotal extends Totals {
  branchId: number;
  userId: number;
  logTypeId: LogTypeId;
  /** Cancellations are told apart by what they undid, because points move in another direction for each. */
  cancelledLogTypeId: LogTypeId | null;
}

export interface BranchTotalsRequest {
  branchIds: readonly number[];
  from: Date;
  until: Date;
}

/** Totals of branches from one instant on and before another, by branch, user and kind, without test wallets. */
export async function branchTotals(pool: Pool, request: BranchTotalsRequest): Promise<BranchTotal[]> {
  const { rows } = await sender(pool)(branchTotalsQuery(request));
  return (rows as TotalRow[]).map((row) => ({
    branchId: row.branch_id,
    userId: row.user_id,
    logTypeId: row.log_type_id,
    cancelledLogTypeId: row.cancelled_log_type_id,
    entries: row.entries,
    points: row.points,
    value: BigInt(row.value),
  }));
}

/** The statement of {@link branchTotals}, so that a test can ask the planner about it. */
export function branchTotalsQuery({ branchIds, from, until }: BranchTotalsRequest) {
  return { text: BRANCH_TOTALS, values: [branchIds, from, until] };
}

interface TotalRow {
  branch_id: number;
  user_id: number;
  log_type_id: LogTypeId;
  cancelled_log_type_id: LogTypeId | null;
  entries: number;
  points: number;
  value: string;
}

// The query reads one range of the index for each branch and looks up each cancelled entry, whatever plan is chosen.
const BRANCH_TOTALS = `
SELECT b.id AS branch_id, e.user_id, e.log_type_id, c.log_type_id AS cancelled_log_type_id,
       count(*) AS entries, sum(e.amount)::bigint AS points, sum(${amountSql("e.amount_value", "e.amount_hundredths")})::text AS value
  FROM unnest($1::int[]) b (id)
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.branch_id = b.id AND x.created_at >= $2 AND x.created_at < $3 OFFSET 0) e
  LEFT JOIN LATERAL (SELECT x.log_type_id FROM entry x
                      WHERE e.log_type_id = ${LOG_TYPE.cancellation} AND x.id = e.related_entry_id AND x.wallet_id = e.wallet_id LIMIT 1) c ON true
 WHERE ${isOfCustomer("e.wallet_id")}
 GROUP BY 1, 2, 3, 4
 ORDER BY 1, 2, 3, 4`;

/**
 * Marks the end of a branch's log: an unchanged mark means that no entry was added. Reading it costs one look at the
 * end of the index.
 */
export interface BranchMark {
  /** When the newest entry was made; null while there is none. */
  newestAt: Date | null;
  /** How many entries were made within {@link LATE_MS} before it, itself included. */
  entries: number;
}

/**
 * An entry gets its time before it is committed, so an older one can appear after a newer one, within this limit: no
 * operation takes longer than 10 seconds, and the clocks of the processes differ by little.
 */
const LATE_MS = 60_000;

export interface BranchMarkRequest {
  branchId: number;
  from: Date;
  until: Date;
}

/** The branch's mark at this moment, of what was made between two instants. */
export async function branchMark(pool: Pool, request: BranchMarkRequest): Promise<BranchMark> {
  const { rows } = await sender(pool)(branchMarkQuery(request));
  const [newest] = rows as { created_at: Date; entries: number }[];
  return { newestAt: newest?.created_at ?? null, entries: newest?.entries ?? 0 };
}

/** The statement of {@link branchMark}, so that a test can ask the planner about it. */
export function branchMarkQuery({ branchId, from, until }: BranchMarkRequest) {
  return { text: BRANCH_MARK, values: [branchId, from, until, LATE_MS / 1000] };
}

const BRANCH_MARK = `
SELECT n.created_at,
       (SELECT count(*) FROM entry e
         WHERE e.branch_id = $1 AND e.created_at >= greatest($2, n.created_at - make_interval(secs => $4)) AND e.created_at < $3) AS entries
  FROM (SELECT x.created_at FROM entry x
         WHERE x.branch_id = $1 AND x.created_at >= $2 AND x.created_at < $3
         ORDER BY x.created_at DESC LIMIT 1) n`;

/** The earliest possible time of an entry that was added after one of `newestAt` was seen. */
export function addedSince(newestAt: Date, from: Date): Date {
  return new Date(Math.max(from.getTime(), newestAt.getTime() - LATE_MS));
}
