import type { Pool, PoolClient } from "pg";
import { CHANGES_BY_DAY, stateOf } from "@/lib/log/owed";
import type { Clock } from "@/lib/platform/clock";
import { NO_TIMEOUT_MS, type Send, sender } from "@/lib/platform/database/sender";
import { inTransaction } from "@/lib/platform/transaction";
import { readMark } from "./owed-days";
import {
  MONTHS_OF_VISITS,
  monthsOf,
  STEPS,
  SUM_OF_DAYS,
  SUM_OF_DEALS,
  SUM_OF_HOURS,
  SUM_OF_TIERS,
  SUM_OF_VISITS,
} from "./rollup";

/** A sum that is not what the log adds up to. */
export interface ReportFinding {
  table:
    | "report_day"
    | "report_month"
    | "report_deal_day"
    | "report_activity"
    | "report_hour"
    | "report_tier_day"
    | "report_cohort"
    | "report_visit"
    | "report_owed_change"
    | "report_owed";
  /** Which sum, by its key. */
  key: string;
  /** The log's value; null: none. */
  expected: string | null;
  found: string | null;
}

export interface ReportCheck {
  /** The sums were compared with the log up to this entry. */
  entryId: number;
  findingCount: number;
  /** The first of them. */
  findings: ReportFinding[];
}

const FINDINGS_MAX = 100;

/**
 * Adds up the whole log again, as far as the sums go, and says where they differ; null when there are no sums yet. The check sees one
 * moment's state whatever goes on meanwhile and locks nothing. With a clock the outcome is noted beside the sums, for the page that shows
 * them.
 */
export async function checkReports(
  pool: Pool,
  { clock }: { clock?: Clock } = {},
): Promise<ReportCheck | null> {
  // A whole log takes longer to add up than a page may take to be answered.
  const check = await inTransaction(pool, compareTables, { mode: "snapshot", timeLimitMs: 0 });
  if (check !== null && clock !== undefined) {
    await pool.query(
      "UPDATE report_cursor SET checked_at = $1, checked_entry_id = $2, checked_findings = $3 WHERE entry_id >= $2",
      [clock.now(), check.entryId, check.findingCount],
    );
  }
  return check;
}

async function compareTables(client: PoolClient): Promise<ReportCheck | null> {
  const send = sender(client, NO_TIMEOUT_MS);
  const { rows } = await send({
    text: "SELECT entry_id, detail_entry_id, visit_entry_id, time_zone FROM report_cursor WHERE id = 1",
  });
  const [mark] = rows as {
    entry_id: number;
    detail_entry_id: number;
    visit_entry_id: number;
    time_zone: string;
  }[];
  if (mark === undefined) return null;
  const check: ReportCheck = { entryId: mark.entry_id, findingCount: 0, findings: [] };
  const compare = async (table: ReportFinding["table"], text: string, values: unknown[]) => {
    const { rows: found } = await send({ text, values });
    check.findingCount += found.length;
    for (const { key, expected, found: stored } of found) {
      if (check.findings.length < FINDINGS_MAX) check.findings.push({ table, key, expected, found: stored });
    }
  };
  for (const { table, text, upTo } of COMPARISONS)
    await compare(table, text, upTo === null ? [] : [0, mark[upTo], mark.time_zone]);
  await compareOwed(send, compare);
  return check;
}

/**
 * The changes of the points owed with the log, the points of each kept day with those changes, and every row of now and of the last day that is over with the
 * wallets, lots and what the log took from them since.
 */
async function compareOwed(
  send: Send,
  compare: (table: ReportFinding["table"], text: string, values: unknown[]) => Promise<void>,
): Promise<void> {
  const mark = await readMark(send);
  if (mark === null) return;
  await compare("report_owed_change", OWED_CHANGES, [0, mark.changeId, "-infinity"]);
  if (mark.walletId !== null || mark.changeId < mark.entryId) return;
  await compare("report_owed", OWED_DAYS, []);
  const { rows } = await send({
    text: `SELECT day::text AS day, ends_at::text AS "endsAt" FROM report_owed_day WHERE is_kept ORDER BY ends_at DESC LIMIT 2`,
  });
  for (const { day, endsAt } of rows as { day: string; endsAt: string }[]) {
    const text = comparison(
      `(SELECT state, segment_id, on_date, points, first_wallets, last_wallets FROM report_owed
         WHERE day = '${day}' AND (points, first_wallets, last_wallets) <> (0, 0, 0))`,
      stateOf({ isOpen: day === "infinity" }, "all"),
      ["state", "segment_id", "on_date"],
      ["points", "first_wallets", "last_wallets"],
    );
    await compare("report_owed", text, [endsAt, mark.entryId, mark.auditId, mark.consentId]);
  }
}

const DAY_KEY = ["merchant_id", "day", "branch_id", "user_id", "log_type_id", "cancelled_log_type_id"];
const MONTH_KEY = DAY_KEY.map((column) => (column === "day" ? "month" : column));
const DEAL_KEY = ["offer_number", "merchant_id", "day", "branch_id", "log_type_id", "cancelled_log_type_id"];
const HOUR_KEY = ["merchant_id", "day", "hour", "branch_id", "log_type_id"];
const TIER_KEY = ["merchant_id", "day", "segment_id", "branch_id", "log_type_id"];
const ACTIVITY_KEY = ["merchant_id", "day", "previous_day"];
const NO_WALLET_KNOWN =
  "(SELECT NULL::integer AS merchant_id, NULL::bigint AS wallet_id, NULL::date AS last_day WHERE false)";
const NO_CUSTOMER_KNOWN =
  "(SELECT NULL::integer AS merchant_id, NULL::bigint AS wallet_id, NULL::date AS first_month, NULL::date AS last_month WHERE false)";

interface Comparison {
  table: ReportFinding["table"];
  text: string;
  /** The mark up to which it is compared with the log; null: with another table. */
  upTo: "entry_id" | "detail_entry_id" | "visit_entry_id" | null;
}

const COMPARISONS: Comparison[] = [
  {
    table: "report_day",
    upTo: "entry_id",
    text: comparison("report_day", SUM_OF_DAYS, DAY_KEY, [
      "entries",
      "points",
      "points_delta",
      "suspended_delta",
      "value",
      "value_hundredths",
    ]),
  },
  {
    // With the days, which are compared with the log.
    table: "report_month",
    upTo: null,
    text: comparison("report_month", monthsOf("report_day"), MONTH_KEY, [
      "entries",
      "points",
      "value",
      "value_hundredths",
    ]),
  },
  {
    table: "report_deal_day",
    upTo: "entry_id",
    text: comparison("report_deal_day", SUM_OF_DEALS, DEAL_KEY, [
      "entries",
      "points",
      "value",
      "value_hundredths",
    ]),
  },
  {
    table: "report_activity",
    upTo: "entry_id",
    text: comparison(
      "report_activity",
      `SELECT merchant_id, day, previous_day, count(*) AS wallets
         FROM (${STEPS.replace("{known}", NO_WALLET_KNOWN)}) s GROUP BY 1, 2, 3`,
      ACTIVITY_KEY,
      ["wallets"],
    ),
  },
  {
    table: "report_hour",
    upTo: "detail_entry_id",
    text: comparison("report_hour", SUM_OF_HOURS, HOUR_KEY, ["entries", "points"]),
  },
  {
    table: "report_tier_day",
    upTo: "detail_entry_id",
    text: comparison("report_tier_day", SUM_OF_TIERS, TIER_KEY, ["entries", "points"]),
  },
  {
    table: "report_cohort",
    upTo: "detail_entry_id",
    text: comparison(
      "report_cohort",
      `SELECT merchant_id, first_month, month, count(*) AS wallets
         FROM (${MONTHS_OF_VISITS.replace("{known}", NO_CUSTOMER_KNOWN)}) m GROUP BY 1, 2, 3`,
      ["merchant_id", "first_month", "month"],
      ["wallets"],
    ),
  },
  {
    table: "report_visit",
    upTo: "visit_entry_id",
    text: comparison(
      "report_visit",
      SUM_OF_VISITS,
      ["merchant_id", "day", "wallet_id", "branch_id"],
      ["came", "spent"],
    ),
  },
];

const OWED_CHANGES = comparison(
  "report_owed_change",
  CHANGES_BY_DAY,
  ["day", "merchant_id", "log_type_id", "cancelled_log_type_id", "segment_version_id"],
  ["entries", "points_delta", "suspended_delta"],
);

/** The points of a day by lots, by the wallets' balances and set aside, each with all that changed them until then. */
const OWED_DAYS = `
SELECT d.day::text AS key, concat_ws(' ', d.at_hand, d.at_hand, d.aside) AS expected, concat_ws(' ', r.lots, r.balances, r.aside) AS found
  FROM (SELECT d.day, d.is_kept, sum(sum(coalesce(c.points_delta, 0))) OVER (ORDER BY d.ends_at) AS at_hand,
               sum(sum(coalesce(c.suspended_delta, 0))) OVER (ORDER BY d.ends_at) AS aside
          FROM report_owed_day d LEFT JOIN report_owed_change c ON c.day = d.day GROUP BY d.day, d.is_kept, d.ends_at) d
 CROSS JOIN LATERAL (SELECT coalesce(sum(points) FILTER (WHERE state IN (1, 2, 3, 7)), 0) AS lots, coalesce(sum(points) FILTER (WHERE state = 0), 0) AS balances,
                            coalesce(sum(points) FILTER (WHERE state IN (4, 5, 6)), 0) AS aside FROM report_owed r WHERE r.day = d.day) r
 WHERE d.is_kept AND (r.lots, r.balances, r.aside) IS DISTINCT FROM (d.at_hand, d.at_hand, d.aside)
 ORDER BY 1`;

function comparison(table: string, log: string, key: readonly string[], sums: readonly string[]): string {
  const textOf = (alias: string) =>
    `CASE WHEN ${alias}.${sums[0]} IS NOT NULL THEN concat_ws(' ', ${sums.map((sum) => `${alias}.${sum}::bigint`).join(", ")}) END`;
  return `
SELECT concat_ws(' ', ${key.join(", ")}) AS key, ${textOf("l")} AS expected, ${textOf("r")} AS found
  FROM ${table} AS r FULL JOIN (${log}) l USING (${key.join(", ")})
 WHERE ${textOf("l")} IS DISTINCT FROM ${textOf("r")}
 ORDER BY 1`;
}
