import type { Pool } from "pg";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import { atOneMoment, IN_SCOPE, type ReportScope, valuesOf } from "./read";

/** Rewards or redemptions of one hour on one day of the week. */
interface HourSum {
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  /** 0 to 23, in the programme's zone. */
  hour: number;
  logTypeId: LogTypeId;
  entries: number;
  points: number;
}

interface TierSum {
  segmentId: number;
  logTypeId: LogTypeId;
  entries: number;
  points: number;
}

/** Of the wallets that first came in one month, how many came in another. */
interface CohortSum {
  /** First days of the months. */
  firstMonth: string;
  month: string;
  wallets: number;
}

interface ReportDetails {
  /** Everything up to this entry is in them and nothing after it. */
  entryId: number;
  /** Entries that the sums of days have and these have not yet. */
  behind: number;
  hours: HourSum[];
  tiers: TierSum[];
  /** Of the twelve months that end with the range; of the whole merchant, whatever the branch. */
  cohorts: CohortSum[];
}

/**
 * Details of a range besides its sums by day: hours, tiers, and returning customers. Costs what its days cost, not its entries: at most 24
 * rows of `report_hour` for a day, branch and kind.
 */
export function readDetails(pool: Pool, scope: ReportScope): Promise<ReportDetails> {
  return atOneMoment(pool, async (send) => {
    const { rows: marks } = await send({ text: "SELECT entry_id, detail_entry_id FROM report_cursor" });
    const [mark] = marks as { entry_id: number; detail_entry_id: number }[];
    const { rows: hours } = await send({ text: HOURS, values: valuesOf(scope) });
    const { rows: tiers } = await send({ text: TIERS, values: valuesOf(scope) });
    const { rows: cohorts } = await send({ text: COHORTS, values: [scope.to, scope.merchantId ?? 0] });
    const entryId = mark?.detail_entry_id ?? 0;
    return { entryId, behind: (mark?.entry_id ?? 0) - entryId, hours, tiers, cohorts };
  });
}

const HOURS = `
SELECT extract(isodow FROM day)::integer AS weekday, hour::integer AS hour, log_type_id AS "logTypeId",
       sum(entries)::bigint AS entries, sum(points)::bigint AS points
  FROM report_hour WHERE ${IN_SCOPE} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const TIERS = `
SELECT segment_id AS "segmentId", log_type_id AS "logTypeId", sum(entries)::bigint AS entries, sum(points)::bigint AS points
  FROM report_tier_day WHERE ${IN_SCOPE} GROUP BY 1, 2 ORDER BY 1, 2`;

const COHORTS = `
SELECT first_month::text AS "firstMonth", month::text AS month, wallets
  FROM report_cohort
 WHERE merchant_id = $2 AND month <= $1::date AND first_month > date_trunc('month', $1::date) - interval '12 months'
 ORDER BY first_month, month`;

interface UseRow {
  deal_id: number;
  redemptions: bigint;
  rewards: bigint;
}

/** How many redemptions and rewards name a deal's number at its merchant, without those that were voided, over all days. */
export async function readUsesOfDeals(
  database: Pick<PrismaClient, "$queryRaw">,
  dealIds: readonly number[],
): Promise<{ dealId: number; redemptions: number; rewards: number }[]> {
  const rows = await database.$queryRaw<UseRow[]>`
    SELECT d.id AS deal_id, s.redemptions, s.rewards
      FROM deal d
     CROSS JOIN LATERAL (
           SELECT sum(CASE ${LOG_TYPE.redemption}::int WHEN r.log_type_id THEN r.entries WHEN r.cancelled_log_type_id THEN -r.entries ELSE 0 END)::bigint AS redemptions,
                  sum(CASE ${LOG_TYPE.reward}::int WHEN r.log_type_id THEN r.entries WHEN r.cancelled_log_type_id THEN -r.entries ELSE 0 END)::bigint AS rewards
             FROM report_deal_day r WHERE r.offer_number = d.offer_number AND r.merchant_id = d.merchant_id) s
     WHERE d.id = ANY(${[...dealIds]}::int[]) AND s.redemptions IS NOT NULL`;
  return rows.map((row) => ({
    dealId: row.deal_id,
    redemptions: Number(row.redemptions),
    rewards: Number(row.rewards),
  }));
}
