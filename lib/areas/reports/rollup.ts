import type { Pool, PoolClient } from "pg";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { ENTRIES_WITH_DAY, LAST_ENTRY_AT, VISITS_WITH_HOUR } from "@/lib/log/report-sql";
import { wholeUpTo } from "@/lib/log/tail";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { amountSql, restSql } from "@/lib/platform/money";
import { inTransaction } from "@/lib/platform/transaction";
import { keepOwedDays } from "./owed-days";

interface RollupOptions {
  pool: Pool;
  clock: Clock;
  /** Numbers of the log that are summed in one transaction. */
  partSize?: number;
}

type RollupOutcome =
  /** Everything up to the entry is in the sums; `isBehind` when there is more to do now. */
  | { kind: "done"; entryId: number; isBehind: boolean }
  /** Another process is at it. */
  | { kind: "busy" };

/** Few enough that a part takes about a second. */
const PART_SIZE = 20_000;
/** Of a part: a day of the points owed may touch every wallet. */
const TIME_LIMIT_MS = 600_000;

/**
 * Adds the next part of the log to the sums that reports are made of, in one transaction with the mark of how far they go:
 * each entry is counted exactly once, whatever is killed and whoever else tries at the same time. Nothing is counted before
 * the log is whole up to it (see lib/log/tail.ts).
 *
 * The days are those of the programme's time zone. When that is changed the sums are made anew from the first entry on.
 */
export async function rollUpNextPart({
  pool,
  clock,
  partSize = PART_SIZE,
}: RollupOptions): Promise<RollupOutcome> {
  const known = await readMark(pool);
  const whole = {
    entryId: await wholeUpTo(pool, known),
    auditId: await wholeUpTo(pool, 0, "audit_log"),
    consentId: await wholeUpTo(pool, 0, "wallet_consent"),
  };
  return inTransaction(
    pool,
    async (client): Promise<RollupOutcome> => {
      if (!(await tryLock(client))) return { kind: "busy" };
      const at = clock.now();
      const outcome = await addPart(client, { whole: whole.entryId, partSize, at });
      const isOwedBehind = await keepOwedDays(client, { whole, partSize, now: at });
      return outcome.kind === "done" ? { ...outcome, isBehind: outcome.isBehind || isOwedBehind } : outcome;
    },
    { timeLimitMs: TIME_LIMIT_MS },
  );
}

async function readMark(pool: Pool): Promise<number> {
  const { rows } = await sender(pool)({ text: "SELECT entry_id FROM report_cursor" });
  return (rows[0] as { entry_id: number } | undefined)?.entry_id ?? 0;
}

/** The key of the advisory lock under which the sums are brought up to date, as SQL. */
export const REPORTS_LOCK = "hashtext('points-service'), hashtext('reports')";

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${REPORTS_LOCK}) AS locked`,
  );
  return rows[0]?.locked === true;
}

async function addPart(
  client: PoolClient,
  { whole, partSize, at }: { whole: number; partSize: number; at: Date },
): Promise<RollupOutcome> {
  const { entryId, detailEntryIds, timeZone } = await lockMark(client, at);
  const until = Math.max(entryId, Math.min(whole, entryId + partSize));
  if (until > entryId) {
    const values = [entryId, until, timeZone];
    for (const text of [ADD_DAYS_AND_MONTHS, ADD_DEALS, ADD_ACTIVITY]) await client.query({ text, values });
    await client.query({ text: ADVANCE, values: [entryId, until, at] });
  }
  // Over a log that was there before them, and after a process of the version before, the details are behind.
  let isBehind = until < whole;
  for (const [place, detail] of DETAILS.entries()) {
    const from = detailEntryIds[place] ?? 0;
    const detailUntil = Math.min(until, from + partSize);
    if (detailUntil > from) await addDetail(client, detail, { from, until: detailUntil, timeZone });
    isBehind ||= detailUntil < until;
  }
  return { kind: "done", entryId: until, isBehind };
}

interface Mark {
  entryId: number;
  /** Up to where each of `DETAILS` goes. */
  detailEntryIds: number[];
  timeZone: string;
}

/** The mark under a lock; set back to the beginning, and the sums with it, when their days are those of another zone. */
async function lockMark(client: PoolClient, at: Date): Promise<Mark> {
  const send = sender(client);
  const { rows: found } = await send({ text: "SELECT time_zone FROM programme WHERE id = 1" });
  const [programme] = found as { time_zone: string }[];
  if (programme === undefined) throw new Error("The programme is not set up: the table programme is empty");
  const timeZone = programme.time_zone;
  const { rows } = await send({
    text: `SELECT entry_id, ARRAY[${DETAILS.map(({ mark }) => mark).join(", ")}] AS detail_ids, time_zone FROM report_cursor WHERE id = 1`,
  });
  const [mark] = rows as { entry_id: number; detail_ids: (number | string)[]; time_zone: string }[];
  if (mark?.time_zone === timeZone) {
    const detailEntryIds = mark.detail_ids.map(Number);
    for (const [place, detail] of DETAILS.entries()) {
      if ((detailEntryIds[place] ?? 0) <= mark.entry_id) continue;
      // A process of the version before has begun anew, and knows nothing of details.
      await clearDetail(client, detail);
      detailEntryIds[place] = 0;
    }
    return { entryId: mark.entry_id, detailEntryIds, timeZone };
  }
  await client.query("TRUNCATE report_day, report_month, report_deal_day, report_wallet, report_activity");
  await client.query(
    `INSERT INTO report_cursor (time_zone, updated_at) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET entry_id = 0, last_entry_at = NULL, time_zone = excluded.time_zone,
       updated_at = excluded.updated_at, checked_at = NULL, checked_entry_id = NULL, checked_findings = NULL`,
    [timeZone, at],
  );
  for (const detail of DETAILS) await clearDetail(client, detail);
  return { entryId: 0, detailEntryIds: DETAILS.map(() => 0), timeZone };
}

export const SUM_OF_DAYS = `
SELECT p.merchant_id, p.day, p.branch_id, p.user_id, p.log_type_id, p.cancelled_log_type_id, count(*) AS entries,
       sum(p.amount) AS points, sum(p.points_delta) AS points_delta, sum(p.suspended_delta) AS suspended_delta,
       sum(p.amount_value) AS value, sum(${restSql("p.amount_hundredths")}) AS value_hundredths
  FROM (${ENTRIES_WITH_DAY}) p
 GROUP BY 1, 2, 3, 4, 5, 6`;

/** Sums of the days of a month. */
export const monthsOf = (days: string) => `
SELECT d.merchant_id, date_trunc('month', d.day)::date AS month, d.branch_id, d.user_id, d.log_type_id, d.cancelled_log_type_id,
       sum(d.entries) AS entries, sum(d.points) AS points, sum(d.value) AS value,
       sum(d.value_hundredths) AS value_hundredths
  FROM ${days} d
 GROUP BY 1, 2, 3, 4, 5, 6`;

const ADD_DAYS_AND_MONTHS = `
WITH sums AS MATERIALIZED (${SUM_OF_DAYS}),
     days AS (
INSERT INTO report_day AS r (merchant_id, day, branch_id, user_id, log_type_id, cancelled_log_type_id,
                             entries, points, points_delta, suspended_delta, value, value_hundredths)
SELECT * FROM sums
ON CONFLICT (merchant_id, day, branch_id, user_id, log_type_id, cancelled_log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points,
       points_delta = r.points_delta + excluded.points_delta, suspended_delta = r.suspended_delta + excluded.suspended_delta,
       value = r.value + excluded.value, value_hundredths = r.value_hundredths + excluded.value_hundredths)
INSERT INTO report_month AS r (merchant_id, month, branch_id, user_id, log_type_id, cancelled_log_type_id,
                               entries, points, value, value_hundredths)
${monthsOf("sums")}
ON CONFLICT (merchant_id, month, branch_id, user_id, log_type_id, cancelled_log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points, value = r.value + excluded.value,
       value_hundredths = r.value_hundredths + excluded.value_hundredths`;

export const SUM_OF_DEALS = `
SELECT p.offer_number, p.merchant_id, p.day, p.branch_id, p.log_type_id, p.cancelled_log_type_id, count(*) AS entries,
       sum(p.amount) AS points, sum(p.amount_value) AS value, sum(${restSql("p.amount_hundredths")}) AS value_hundredths
  FROM (${ENTRIES_WITH_DAY}) p
 WHERE p.offer_number IS NOT NULL
 GROUP BY 1, 2, 3, 4, 5, 6`;

const ADD_DEALS = `
INSERT INTO report_deal_day AS r (offer_number, merchant_id, day, branch_id, log_type_id, cancelled_log_type_id,
                                  entries, points, value, value_hundredths)
${SUM_OF_DEALS}
ON CONFLICT (offer_number, merchant_id, day, branch_id, log_type_id, cancelled_log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points, value = r.value + excluded.value,
       value_hundredths = r.value_hundredths + excluded.value_hundredths`;

/**
 * The visits of a part: who earned or redeemed where, and anywhere (merchant 0). Clocks of two processes can disagree about
 * midnight, so a wallet's day is never before that of its entry before; the steps from day to day then add up.
 */
const VISITS = `
SELECT s.merchant_id, p.wallet_id, p.seq, p.day
  FROM (${ENTRIES_WITH_DAY} AND e.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward})) p
 CROSS JOIN LATERAL (SELECT 0 AS merchant_id UNION SELECT p.merchant_id) s`;

export const STEPS = `
SELECT d.merchant_id, d.wallet_id, d.day,
       coalesce(lag(d.day) OVER (PARTITION BY d.merchant_id, d.wallet_id ORDER BY d.day), d.last_day, '-infinity') AS previous_day
  FROM (SELECT DISTINCT v.merchant_id, v.wallet_id, w.last_day,
               max(v.day) OVER (PARTITION BY v.merchant_id, v.wallet_id ORDER BY v.seq) AS day
          FROM (${VISITS}) v
          LEFT JOIN {known} w ON w.merchant_id = v.merchant_id AND w.wallet_id = v.wallet_id
         WHERE w.last_day IS NULL OR v.day > w.last_day) d`;

const ADD_ACTIVITY = `
WITH steps AS MATERIALIZED (${STEPS.replace("{known}", "report_wallet")}),
     remembered AS (
INSERT INTO report_wallet AS r (merchant_id, wallet_id, last_day)
SELECT merchant_id, wallet_id, max(day) FROM steps GROUP BY 1, 2
ON CONFLICT (merchant_id, wallet_id) DO UPDATE SET last_day = excluded.last_day)
INSERT INTO report_activity AS r (merchant_id, day, previous_day, wallets)
SELECT merchant_id, day, previous_day, count(*) FROM steps GROUP BY 1, 2, 3
ON CONFLICT (merchant_id, day, previous_day) DO UPDATE SET wallets = r.wallets + excluded.wallets`;

const ADVANCE = `
UPDATE report_cursor
   SET entry_id = $2, updated_at = $3,
       last_entry_at = coalesce(${LAST_ENTRY_AT}, last_entry_at)
 WHERE id = 1`;

// The sums besides those of days: hours, tiers and months in which customers came, and each customer's days at a branch.

const sumBy = (column: "hour" | "segment_id") => `
SELECT p.merchant_id, p.day, p.${column}, p.branch_id, p.log_type_id, count(*) AS entries, sum(p.amount) AS points
  FROM (${VISITS_WITH_HOUR}) p
 GROUP BY 1, 2, 3, 4, 5`;

const addBy = (column: "hour" | "segment_id", table: string) => `
INSERT INTO ${table} AS r (merchant_id, day, ${column}, branch_id, log_type_id, entries, points)
${sumBy(column)}
ON CONFLICT (merchant_id, day, ${column}, branch_id, log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points`;

export const SUM_OF_HOURS = sumBy("hour");
export const SUM_OF_TIERS = sumBy("segment_id");

/**
 * The months of a part in which wallets came to a merchant, and anywhere (merchant 0), each once. As in the steps from day to day,
 * a wallet's month is never before that of its entry before, whatever the clocks say.
 */
export const MONTHS_OF_VISITS = `
SELECT d.merchant_id, d.wallet_id, d.month,
       coalesce(d.first_month, min(d.month) OVER (PARTITION BY d.merchant_id, d.wallet_id)) AS first_month
  FROM (SELECT DISTINCT v.merchant_id, v.wallet_id, w.first_month,
               max(v.month) OVER (PARTITION BY v.merchant_id, v.wallet_id ORDER BY v.seq) AS month
          FROM (SELECT s.merchant_id, p.wallet_id, p.seq, date_trunc('month', p.day)::date AS month
                  FROM (${VISITS_WITH_HOUR}) p
                 CROSS JOIN LATERAL (SELECT 0 AS merchant_id UNION SELECT p.merchant_id) s) v
          LEFT JOIN {known} w ON w.merchant_id = v.merchant_id AND w.wallet_id = v.wallet_id
         WHERE w.last_month IS NULL OR v.month > w.last_month) d`;

const ADD_COHORTS = `
WITH months AS MATERIALIZED (${MONTHS_OF_VISITS.replace("{known}", "report_customer")}),
     remembered AS (
INSERT INTO report_customer AS r (merchant_id, wallet_id, first_month, last_month)
SELECT merchant_id, wallet_id, min(first_month), max(month) FROM months GROUP BY 1, 2
ON CONFLICT (merchant_id, wallet_id) DO UPDATE SET last_month = excluded.last_month)
INSERT INTO report_cohort AS r (merchant_id, first_month, month, wallets)
SELECT merchant_id, first_month, month, count(*) FROM months GROUP BY 1, 2, 3
ON CONFLICT (merchant_id, first_month, month) DO UPDATE SET wallets = r.wallets + excluded.wallets`;

/**
 * Days on which customers earned, paid or brought goods back at a branch. `came`: 1 where they earned or paid. `spent`: bills that earned points, less
 * voids and goods that came back, each on its own day, in the smallest unit of money.
 */
export const SUM_OF_VISITS = `
SELECT p.merchant_id, p.day, p.wallet_id, p.branch_id, max((p.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward}))::int) AS came,
       sum(CASE WHEN ${LOG_TYPE.reward} = p.log_type_id OR ${LOG_TYPE.rewardReturn} = p.cancelled_log_type_id THEN p.spent
                WHEN ${LOG_TYPE.rewardReturn} = p.log_type_id OR ${LOG_TYPE.reward} = p.cancelled_log_type_id THEN -p.spent ELSE 0 END)::bigint AS spent
  FROM (SELECT e.*, ${amountSql("e.amount_value", "e.amount_hundredths")} AS spent FROM (${ENTRIES_WITH_DAY}) e) p
 WHERE p.merchant_id > 0
   AND (p.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward}, ${LOG_TYPE.rewardReturn}) OR p.cancelled_log_type_id IN (${LOG_TYPE.reward}, ${LOG_TYPE.rewardReturn}))
 GROUP BY 1, 2, 3, 4`;

const ADD_VISITS = `
INSERT INTO report_visit AS r (merchant_id, day, wallet_id, branch_id, came, spent)
${SUM_OF_VISITS}
ON CONFLICT (merchant_id, day, wallet_id, branch_id) DO UPDATE
   SET came = greatest(r.came, excluded.came), spent = r.spent + excluded.spent`;

/** Sums that go up to a mark of their own, so that a log of any length can be there before they are. */
interface Detail {
  /** Column of `report_cursor`. */
  mark: "detail_entry_id" | "visit_entry_id";
  tables: string;
  add: readonly string[];
}

const DETAILS: readonly Detail[] = [
  {
    mark: "detail_entry_id",
    tables: "report_hour, report_tier_day, report_customer, report_cohort",
    add: [addBy("hour", "report_hour"), addBy("segment_id", "report_tier_day"), ADD_COHORTS],
  },
  { mark: "visit_entry_id", tables: "report_visit", add: [ADD_VISITS] },
];

/** Makes a detail anew from the first entry on. The caller holds the reports' lock. */
async function clearDetail(client: PoolClient, { mark, tables }: Detail): Promise<void> {
  await client.query(`TRUNCATE ${tables}`);
  await client.query(`UPDATE report_cursor SET ${mark} = 0 WHERE id = 1`);
}

/** Adds the entries after `from` up to `until` to a detail, in the caller's transaction, together with its mark. */
async function addDetail(
  client: PoolClient,
  { mark, add }: Detail,
  { from, until, timeZone }: { from: number; until: number; timeZone: string },
): Promise<void> {
  for (const text of add) await client.query({ text, values: [from, until, timeZone] });
  await client.query(`UPDATE report_cursor SET ${mark} = $1 WHERE id = 1`, [until]);
}
