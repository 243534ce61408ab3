import type { Pool } from "pg";
import type { LogTypeId } from "@/lib/ledger/rules/types";
import { entriesAfter, WALLETS_ACTIVE_AT_BRANCH } from "@/lib/log/report-sql";
import { SILENCE_MARGIN_MS } from "@/lib/platform/database/connection";
import { type Send, sender } from "@/lib/platform/database/sender";
import { inUnits, ofColumns } from "@/lib/platform/money";
import { inTransaction } from "@/lib/platform/transaction";
import { type Days, daysComparedWith, lengthOf, partsOfRange } from "./range";

/** Which part of the log is asked about. */
export interface ReportScope {
  /** First and last day, ISO dates of the programme's calendar, both included. */
  from: string;
  to: string;
  /** Null: all merchants, and what belongs to none. */
  merchantId: number | null;
  /** Null: all branches, and what happened at none. */
  branchId: number | null;
}

/** Sums over entries of one kind. */
export interface KindSum {
  logTypeId: LogTypeId;
  /** Cancellations: the kind of what was undone. */
  cancelledLogTypeId: LogTypeId | null;
  entries: number;
  /** Points moved, unsigned. */
  points: number;
  /** Money value in currency units, unsigned. */
  value: number;
}

/** Up to where the sums go. */
export interface ReportStanding {
  /** Everything up to this entry is counted and nothing after it. */
  entryId: number;
  /** When the newest counted entry was made; null while there is none. */
  lastEntryAt: Date | null;
  /** Entries that are not counted yet, at most {@link BEHIND_MAX}. */
  behind: number;
  /** When the sums were last compared with the log, up to which entry, and how many differed. */
  check: { at: Date; entryId: number; findings: number } | null;
}

export type ReportGrain = "day" | "month";

export interface Report {
  standing: ReportStanding;
  grain: ReportGrain;
  kinds: KindSum[];
  /** The days that it is compared with; null: none. */
  compared: Days | null;
  /** The same over those days: all together, by day or month, and by branch. Empty when there are none. */
  kindsBefore: KindSum[];
  seriesBefore: { day: string; kinds: KindSum[] }[];
  branchesBefore: { branchId: number; kinds: KindSum[] }[];
  /** Entries of no merchant, such as expiry; empty when all merchants are asked about, which includes them. */
  withoutMerchant: KindSum[];
  /** By day or by the month's first day; days without any are left out. */
  series: { day: string; activeWallets: number | null; kinds: KindSum[] }[];
  branches: { branchId: number; kinds: KindSum[] }[];
  people: { userId: number; kinds: KindSum[] }[];
  deals: { dealId: number; kinds: KindSum[] }[];
  /** Wallets that earned or redeemed in the range, each once. */
  activeWallets: number;
}

export const BEHIND_MAX = 100_000;
/** A range of more days is shown by month. */
const DAYS_MAX = 92;

export interface ReportOptions {
  /** Absent: days, and months for a range of more than 92. */
  grain?: ReportGrain;
  /** Null: it is compared with nothing; absent: with as many days before. */
  compared?: Days | null;
}

/**
 * The sums of a range, from what the job keeps (lib/areas/reports/rollup.ts): as of one moment, so that all parts agree, and in a
 * time that depends on the days and branches and not on the number of entries.
 */
export function readReport(
  pool: Pool,
  scope: ReportScope,
  { grain = grainOf(scope), compared = daysComparedWith(scope, "previous", null) }: ReportOptions = {},
): Promise<Report> {
  return atOneMoment(pool, async (send) => {
    const standing = await readStanding(send);
    const rows = await readSums(send, scope, grain);
    const rowsBefore = compared === null ? [] : await readSums(send, { ...scope, ...compared }, grain);
    const of = (by: SumRow["by"]) => rows.filter((row) => row.by === by);
    const before = (by: SumRow["by"]) => rowsBefore.filter((row) => row.by === by);
    return {
      standing,
      grain,
      kinds: of("kind").map(kindOf),
      compared,
      kindsBefore: before("kind").map(kindOf),
      seriesBefore: grouped(before("day"), (row) => row.day).map(([day, kinds]) => ({ day, kinds })),
      branchesBefore: branchesOf(before("branch")),
      withoutMerchant:
        scope.merchantId === null ? [] : await readKinds(send, { ...scope, merchantId: 0, branchId: null }),
      series: await withActive(
        send,
        scope,
        grain,
        grouped(of("day"), (row) => row.day),
      ),
      branches: branchesOf(of("branch")),
      people: grouped(of("user"), (row) => row.user_id).map(([userId, kinds]) => ({ userId, kinds })),
      deals: await readDeals(send, scope),
      activeWallets: await readActiveWallets(send, scope, standing),
    };
  });
}

function branchesOf(rows: readonly SumRow[]): Report["branches"] {
  return grouped(rows, (row) => row.branch_id).map(([branchId, kinds]) => ({ branchId, kinds }));
}

function grainOf(range: Days): ReportGrain {
  return lengthOf(range) <= DAYS_MAX ? "day" : "month";
}

/** Years of a large programme, or millions of lots, may take longer than a till's statement is given. */
const TIME_LIMIT_MS = 60_000;

/** Runs `work` on one connection that sees one moment's state. */
export function atOneMoment<Result>(pool: Pool, work: (send: Send) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, (client) => work(sender(client, TIME_LIMIT_MS + SILENCE_MARGIN_MS)), {
    mode: "snapshot",
    timeLimitMs: TIME_LIMIT_MS,
  });
}

/** Up to where the sums go at this moment. */
export async function readStanding(send: Send): Promise<ReportStanding> {
  const { rows } = await send({ text: STANDING, values: [BEHIND_MAX] });
  const [row] = rows as {
    entry_id: number;
    last_entry_at: Date | null;
    behind: number;
    checked_at: Date | null;
    checked_entry_id: number;
    checked_findings: number;
  }[];
  if (row === undefined) return { entryId: 0, lastEntryAt: null, behind: 0, check: null };
  return {
    entryId: row.entry_id,
    lastEntryAt: row.last_entry_at,
    behind: row.behind,
    check:
      row.checked_at === null
        ? null
        : { at: row.checked_at, entryId: row.checked_entry_id, findings: row.checked_findings },
  };
}

const STANDING = `
SELECT coalesce(c.entry_id, 0) AS entry_id, c.last_entry_at, c.checked_at, c.checked_entry_id, c.checked_findings,
       ${entriesAfter("coalesce(c.entry_id, 0)", "$1")} AS behind
  FROM (SELECT 1) one LEFT JOIN report_cursor c ON c.id = 1`;

interface SumRow {
  by: "kind" | "day" | "branch" | "user";
  log_type_id: LogTypeId;
  cancelled_log_type_id: LogTypeId | 0;
  entries: number;
  points: number;
  value: number;
  value_hundredths: number;
  branch_id: number;
  user_id: number;
  deal_id: number;
  day: string;
}

function kindOf(row: SumRow): KindSum {
  const { log_type_id, cancelled_log_type_id, entries, points } = row;
  return {
    logTypeId: log_type_id,
    cancelledLogTypeId: cancelled_log_type_id === 0 ? null : cancelled_log_type_id,
    entries,
    points,
    value: inUnits(ofColumns({ units: row.value, hundredths: row.value_hundredths })),
  };
}

function grouped<Key>(rows: readonly SumRow[], keyOf: (row: SumRow) => Key): [Key, KindSum[]][] {
  const groups = new Map<Key, KindSum[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [kindOf(row)]);
    else group.push(kindOf(row));
  }
  return [...groups];
}

const SUMS =
  "log_type_id, cancelled_log_type_id, sum(entries)::bigint AS entries, sum(points)::bigint AS points, sum(value)::bigint AS value, " +
  "sum(value_hundredths)::bigint AS value_hundredths";
export const IN_PLACE = "($3::int IS NULL OR merchant_id = $3) AND ($4::int IS NULL OR branch_id = $4)";
export const IN_SCOPE = `day BETWEEN $1 AND $2 AND ${IN_PLACE}`;

export function valuesOf({ from, to, merchantId, branchId }: ReportScope) {
  return [from, to, merchantId, branchId];
}

/**
 * The rows whose sums are those of a range: by day, or where a month may stand for its days, whole months by month and what
 * is left before and after them by day. A long range so costs what its months cost.
 */
function rowsOf(scope: ReportScope, grain: ReportGrain): { text: string; values: unknown[] } {
  const { months, days } =
    grain === "month" ? partsOfRange(scope) : { months: null, days: [{ from: scope.from, to: scope.to }] };
  const columns =
    "branch_id, user_id, log_type_id, cancelled_log_type_id, entries, points, value, value_hundredths";
  const values: unknown[] = [months?.first ?? null, months?.last ?? null, scope.merchantId, scope.branchId];
  const parts = [
    `SELECT month AS day, ${columns} FROM report_month WHERE month BETWEEN $1::date AND $2::date AND ${IN_PLACE}`,
    ...days.map(({ from, to }) => {
      const place = values.push(from, to);
      const range = `day BETWEEN $${place - 1}::date AND $${place}::date`;
      return `SELECT day, ${columns} FROM report_day WHERE ${range} AND ${IN_PLACE}`;
    }),
  ];
  return { text: parts.join(" UNION ALL "), values };
}

/**
 * The sums of a range by kind, and by day, branch and person besides: the tables are gone through once, and what is left of
 * them then summed in each way.
 */
async function readSums(send: Send, scope: ReportScope, grain: ReportGrain): Promise<SumRow[]> {
  if (grain === "day" && grainOf(scope) === "month") {
    // Every day of years, for a file: who and where is told by the months.
    const sums = await readSums(send, scope, "month");
    return [...sums.filter(({ by }) => by !== "day"), ...(await readDays(send, scope))];
  }
  const source = rowsOf(scope, grain);
  const { rows } = await send({
    text: `
WITH base AS MATERIALIZED (
  SELECT ${bucketOf(grain)} AS day, branch_id, user_id, ${SUMS} FROM (${source.text}) x GROUP BY 1, 2, 3, 4, 5)
SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(branch_id) = 0 THEN 'branch'
            WHEN grouping(user_id) = 0 THEN 'user' ELSE 'kind' END AS by,
       day::text AS day, branch_id, user_id, ${SUMS}
  FROM base
 GROUP BY GROUPING SETS ((log_type_id, cancelled_log_type_id), (day, log_type_id, cancelled_log_type_id),
                         (branch_id, log_type_id, cancelled_log_type_id), (user_id, log_type_id, cancelled_log_type_id))
 ORDER BY day, branch_id, user_id, log_type_id, cancelled_log_type_id`,
    values: source.values,
  });
  return rows;
}

async function readDays(send: Send, scope: ReportScope): Promise<SumRow[]> {
  const { rows } = await send({
    text: `SELECT 'day' AS by, day::text AS day, ${SUMS} FROM report_day WHERE ${IN_SCOPE}
            GROUP BY report_day.day, log_type_id, cancelled_log_type_id
            ORDER BY report_day.day, log_type_id, cancelled_log_type_id`,
    values: valuesOf(scope),
  });
  return rows;
}

function bucketOf(grain: ReportGrain): string {
  return grain === "day" ? "day" : "date_trunc('month', day)::date";
}

async function readKinds(send: Send, scope: ReportScope): Promise<KindSum[]> {
  const { text, values } = rowsOf(scope, "month");
  const { rows } = await send({
    text: `SELECT ${SUMS} FROM (${text}) x GROUP BY log_type_id, cancelled_log_type_id
            ORDER BY log_type_id, cancelled_log_type_id`,
    values,
  });
  return (rows as SumRow[]).map(kindOf);
}

async function withActive(
  send: Send,
  scope: ReportScope,
  grain: ReportGrain,
  days: readonly [string, KindSum[]][],
): Promise<Report["series"]> {
  const isWhole = scope.branchId === null;
  const active = isWhole ? await readActiveSeries(send, scope, bucketOf(grain)) : new Map<string, number>();
  return days.map(([day, kinds]) => ({
    day,
    kinds,
    activeWallets: isWhole ? (active.get(day) ?? 0) : null,
  }));
}

/** In each day or month, those whose previous day lies before it, or before the range, where that begins later. */
async function readActiveSeries(
  send: Send,
  { from, to, merchantId }: ReportScope,
  bucket: string,
): Promise<Map<string, number>> {
  const { rows } = await send({
    text: `SELECT (${bucket})::text AS day, sum(wallets)::bigint AS wallets FROM report_activity
            WHERE merchant_id = $3 AND day BETWEEN $1 AND $2 AND previous_day < greatest(${bucket}, $1::date)
            GROUP BY 1`,
    values: [from, to, merchantId ?? 0],
  });
  return new Map(rows.map(({ day, wallets }: { day: string; wallets: number }) => [day, wallets]));
}

async function readActiveWallets(
  send: Send,
  scope: ReportScope,
  { entryId }: ReportStanding,
): Promise<number> {
  const { from, to, merchantId, branchId } = scope;
  const { rows } =
    branchId === null
      ? await send({ text: ACTIVE_WALLETS, values: [from, to, merchantId ?? 0] })
      : await send({ text: WALLETS_ACTIVE_AT_BRANCH, values: [from, to, branchId, entryId, merchantId] });
  return (rows[0] as { wallets: number }).wallets;
}

const ACTIVE_WALLETS = `
SELECT coalesce(sum(wallets), 0)::bigint AS wallets FROM report_activity
 WHERE merchant_id = $3 AND day BETWEEN $1 AND $2 AND previous_day < $1`;

/** Each deal is a stretch of the index of its own, so texts that are no deal's cost nothing. */
async function readDeals(send: Send, scope: ReportScope): Promise<Report["deals"]> {
  const { rows } = await send({
    text: `
SELECT d.id AS deal_id, s.*
  FROM deal d
 CROSS JOIN LATERAL (SELECT ${SUMS} FROM report_deal_day r
                      WHERE r.offer_number = d.offer_number AND r.merchant_id = d.merchant_id AND ${IN_SCOPE}
                      GROUP BY log_type_id, cancelled_log_type_id) s
 WHERE $3::int IS NULL OR d.merchant_id = $3
 ORDER BY d.id, s.log_type_id, s.cancelled_log_type_id`,
    values: valuesOf(scope),
  });
  return grouped(rows as SumRow[], (row) => row.deal_id).map(([dealId, kinds]) => ({ dealId, kinds }));
}
