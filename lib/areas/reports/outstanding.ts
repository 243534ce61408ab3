import type { Pool } from "pg";
import type { Send } from "@/lib/platform/database/sender";
import { atOneMoment, readStanding } from "./read";

/** Points that customers hold, by when they lapse. */
export interface OutstandingMonth {
  /** First day of the month in which they lapse; null: never. */
  month: string | null;
  /** They have lapsed already and wait to be written off. */
  isLapsed: boolean;
  points: number;
  /** What they pay at today's rates of their wallets' segments, rounded down to 2 decimals; exact decimal. */
  value: string;
  wallets: number;
}

export interface Outstanding {
  months: OutstandingMonth[];
  points: number;
  value: string;
  /** Points that wallets below zero owe, as a positive number. */
  debt: number;
  /** Points that exist but cannot be spent now. */
  suspended: number;
  /** Wallets that hold points. */
  wallets: number;
  /**
   * The same number found in three ways, which must agree to the point: the lots less the debt, the wallets' balances, and
   * all movements of the log (the reports' sums and, one by one, the entries after them).
   */
  proof: { lots: number; balances: number; log: number; isEqual: boolean };
}

/**
 * All points that customers hold at this moment, by the month in which they lapse; `today` is the programme's day. Programme
 * wide: what one merchant gave is spent at another.
 */
export function readOutstanding(pool: Pool, today: string): Promise<Outstanding> {
  return atOneMoment(pool, async (send) => {
    const { entryId } = await readStanding(send);
    const months = await readMonths(send, today);
    const totals = await readTotals(send, entryId);
    const points = months.reduce((sum, month) => sum + month.points, 0);
    const lots = points - totals.debt;
    const { balances, log } = totals;
    return {
      months,
      points,
      value: totals.value,
      debt: totals.debt,
      suspended: totals.suspended,
      wallets: totals.wallets,
      proof: { lots, balances, log, isEqual: lots === balances && balances === log },
    };
  });
}

/** Lots with the rate of their wallet's segment. */
const HELD = `
SELECT l.wallet_id, l.points, v.redeem_factor, l.expires_on,
       CASE WHEN l.expires_on < 'infinity' THEN date_trunc('month', l.expires_on)::date END AS month
  FROM lot l
  JOIN wallet w ON w.id = l.wallet_id
  JOIN segment_version v ON v.segment_id = w.segment_id AND v.is_current
 WHERE l.points > 0`;

async function readMonths(send: Send, today: string): Promise<OutstandingMonth[]> {
  const { rows } = await send({
    text: `
SELECT month::text AS month, is_lapsed AS "isLapsed", sum(points)::bigint AS points, sum(wallets)::bigint AS wallets,
       trunc(sum(points / nullif(redeem_factor, 0)), 2)::text AS value
  FROM (SELECT month, expires_on < $1::date AS is_lapsed, redeem_factor, sum(points)::numeric AS points,
               count(DISTINCT wallet_id) AS wallets
          FROM (${HELD}) h GROUP BY 1, 2, 3) g
 GROUP BY 1, 2 ORDER BY month NULLS LAST, is_lapsed DESC`,
    values: [today],
  });
  return rows;
}

interface Totals {
  value: string;
  debt: number;
  balances: number;
  suspended: number;
  wallets: number;
  log: number;
}

async function readTotals(send: Send, entryId: number): Promise<Totals> {
  const { rows } = await send({
    text: `
SELECT (SELECT coalesce(trunc(sum(points / nullif(redeem_factor, 0)), 2), 0)::text
          FROM (SELECT redeem_factor, sum(points)::numeric AS points FROM (${HELD}) h GROUP BY 1) g) AS value,
       w.*,
       (SELECT coalesce(sum(points_delta), 0) FROM report_day)::bigint
         + (SELECT coalesce(sum(e.points_delta), 0) FROM entry e WHERE e.id > $1)::bigint AS log
  FROM (SELECT coalesce(sum(greatest(-balance, 0)), 0)::bigint AS debt, coalesce(sum(balance), 0)::bigint AS balances,
               coalesce(sum(suspended), 0)::bigint AS suspended, count(*) FILTER (WHERE balance > 0) AS wallets
          FROM wallet) w`,
    values: [entryId],
  });
  return rows[0] as Totals;
}
