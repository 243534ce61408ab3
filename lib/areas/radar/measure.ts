import type { Pool } from "pg";
import { HABIT_DAYS } from "@/lib/log/odd-days";
import { sender } from "@/lib/platform/database/sender";
import { THRESHOLDS } from "./judge";
import type { Signal } from "./schemas";

/** The whole of which a signal is a part: all acts of the person. */
const TOTALS: Readonly<Record<Exclude<Signal, "wallet_share">, string>> = {
  own_number: "d.rewards + d.redemptions",
  colleague_number: "d.rewards",
  reversals: "d.rewards + d.redemptions",
  without_invoice: "d.rewards",
  out_of_hours: "d.rewards + d.redemptions",
  quick_succession: "d.rewards",
  quick_redemption: "d.rewards",
  pin_failures: "1",
  pins_chosen: "d.rewards + d.redemptions",
  look_alikes: "d.rewards",
};

/** The radar judges people of the portal and live API clients. */
const JUDGED = `JOIN app_user p ON p.id = d.user_id
       AND (p.kind = 'portal' OR EXISTS (SELECT FROM api_client c WHERE c.user_id = p.id AND c.sandbox_id IS NULL))`;

/** A person's or client's number of a signal, beside the habits that it is compared with. */
export interface Tally {
  signal: Exclude<Signal, "wallet_share">;
  branch_id: number;
  merchant_id: number;
  user_id: number;
  /** Null of an API client. */
  role: string | null;
  count: number;
  total: number;
  /** Of the person, in the four weeks before. */
  own_count: number;
  own_total: number;
  /** Of all other people at the branch, in the four weeks before. */
  others_count: number;
  others_total: number;
}

function tallySql(signal: Exclude<Signal, "wallet_share">): string {
  const { days, min } = THRESHOLDS[signal];
  const recent = `d.day > $2::date - ${days}`;
  const count = `coalesce((d.counts ->> '${signal}')::int, 0)`;
  return `
SELECT '${signal}' AS signal, t.branch_id, b.merchant_id, t.user_id, u.role, t.count, t.total, t.own_count, t.own_total,
       t.others_count, t.others_total
  FROM (SELECT s.*, (coalesce(sum(own_count) FILTER (WHERE is_person) OVER branch, 0) - CASE WHEN is_person THEN own_count ELSE 0 END)::int AS others_count,
               (coalesce(sum(own_total) FILTER (WHERE is_person) OVER branch, 0) - CASE WHEN is_person THEN own_total ELSE 0 END)::int AS others_total
          FROM (SELECT d.branch_id, d.user_id, p.kind = 'portal' AS is_person,
                       coalesce(sum(${count}) FILTER (WHERE ${recent}), 0)::int AS count,
                       coalesce(sum(${TOTALS[signal]}) FILTER (WHERE ${recent}), 0)::int AS total,
                       coalesce(sum(${count}) FILTER (WHERE d.day = $2::date), 0)::int AS today,
                       coalesce(sum(${count}) FILTER (WHERE NOT ${recent}), 0)::int AS own_count,
                       coalesce(sum(${TOTALS[signal]}) FILTER (WHERE NOT ${recent}), 0)::int AS own_total
                  FROM radar_day d ${JUDGED}
                 WHERE d.branch_id = ANY ($1::int[]) AND d.day > $2::date - ${days + HABIT_DAYS} AND d.day <= $2::date
                 GROUP BY d.branch_id, d.user_id, p.kind) s
        WINDOW branch AS (PARTITION BY s.branch_id)) t
  JOIN app_user u ON u.id = t.user_id JOIN branch b ON b.id = t.branch_id
 WHERE t.count >= ${min} AND t.today > 0`;
}

/** The people and clients whose number of a signal has reached its minimum with something of that day. Parameters: branches, day. */
const TALLIES = (Object.keys(TOTALS) as Exclude<Signal, "wallet_share">[]).map(tallySql).join("\nUNION ALL");

export async function readTallies(pool: Pool, branchIds: readonly number[], day: string): Promise<Tally[]> {
  const { rows } = await sender(pool)({ text: TALLIES, values: [branchIds, day] });
  return rows as Tally[];
}

/** A person's largest share, beside what is usual: the median of others at the branch over five weeks. */
export interface Share {
  branch_id: number;
  merchant_id: number;
  user_id: number;
  wallet_id: number;
  top: number;
  total: number;
  habit: number | null;
}

/** With fewer rewards in a week a share says nothing. */
const SHARE_REWARDS_MIN = 20;

const SHARES = `
SELECT d.branch_id, b.merchant_id, d.user_id, d.week_top_wallet_id AS wallet_id, d.week_top_rewards AS top, d.week_rewards AS total, o.habit
  FROM radar_day d ${JUDGED} JOIN branch b ON b.id = d.branch_id
  LEFT JOIN LATERAL (
       SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x.week_top_rewards::float8 / x.week_rewards) AS habit
         FROM radar_day x JOIN app_user p ON p.id = x.user_id AND p.kind = 'portal'
        WHERE x.branch_id = d.branch_id AND x.day > $2::date - ${HABIT_DAYS + THRESHOLDS.wallet_share.days} AND x.day <= $2::date
          AND x.user_id <> d.user_id AND x.week_rewards >= ${SHARE_REWARDS_MIN}) o ON true
 WHERE d.branch_id = ANY ($1::int[]) AND d.day = $2::date AND d.week_top_rewards >= ${THRESHOLDS.wallet_share.min}
   AND d.rewards > 0`;

export async function readShares(pool: Pool, branchIds: readonly number[], day: string): Promise<Share[]> {
  const { rows } = await sender(pool)({ text: SHARES, values: [branchIds, day] });
  return rows as Share[];
}
