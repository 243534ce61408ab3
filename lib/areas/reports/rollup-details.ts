import type { PoolClient } from "pg";
import { VISITS_WITH_HOUR } from "@/lib/log/report-sql";

// The sums besides those of days: hours, tiers and months in which customers came. Their mark is `report_cursor.detail_entry_id`.

export const SUM_OF_HOURS = `
SELECT p.merchant_id, p.day, p.hour, p.branch_id, p.log_type_id, count(*) AS entries, sum(p.amount) AS points
  FROM (${VISITS_WITH_HOUR}) p
 GROUP BY 1, 2, 3, 4, 5`;

const ADD_HOURS = `
INSERT INTO report_hour AS r (merchant_id, day, hour, branch_id, log_type_id, entries, points)
${SUM_OF_HOURS}
ON CONFLICT (merchant_id, day, hour, branch_id, log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points`;

export const SUM_OF_TIERS = `
SELECT p.merchant_id, p.day, p.segment_id, p.branch_id, p.log_type_id, count(*) AS entries, sum(p.amount) AS points
  FROM (${VISITS_WITH_HOUR}) p
 GROUP BY 1, 2, 3, 4, 5`;

const ADD_TIERS = `
INSERT INTO report_tier_day AS r (merchant_id, day, segment_id, branch_id, log_type_id, entries, points)
${SUM_OF_TIERS}
ON CONFLICT (merchant_id, day, segment_id, branch_id, log_type_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points = r.points + excluded.points`;

/**
 * The months of a part in which wallets came to a merchant, and anywhere (merchant 0), each once. As in the steps from day to day
 * (rollup.ts), a wallet's month is never before that of its entry before, whatever the clocks say.
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

const TABLES = "report_hour, report_tier_day, report_customer, report_cohort";

/** Makes the details anew from the first entry on. The caller holds the reports' lock. */
export async function clearDetails(client: PoolClient): Promise<void> {
  await client.query(`TRUNCATE ${TABLES}`);
  await client.query("UPDATE report_cursor SET detail_entry_id = 0 WHERE id = 1");
}

/** Adds the entries after `from` up to `until` to the details, in the caller's transaction, together with their mark. */
export async function addDetails(
  client: PoolClient,
  { from, until, timeZone }: { from: number; until: number; timeZone: string },
): Promise<void> {
  for (const text of [ADD_HOURS, ADD_TIERS, ADD_COHORTS])
    await client.query({ text, values: [from, until, timeZone] });
  await client.query("UPDATE report_cursor SET detail_entry_id = $1 WHERE id = 1", [until]);
}
