import { Decimal } from "decimal.js";
import type { Pool } from "pg";
import { HELD_LOTS, pointsMovedAfter, SET_ASIDE, WALLET_TOTALS } from "@/lib/log/report-sql";
import type { Send } from "@/lib/platform/database/sender";
import { atOneMoment, readStanding } from "./read";

/** Points that customers hold, by when they lapse. */
export interface OutstandingMonth {
  /** First day of the month in which they lapse; null: never. */
  month: string | null;
  /** They have lapsed already and wait to be written off. */
  isLapsed: boolean;
  points: number;
  /** What they pay at today's rates of their wallets' segments, exact decimal. Rows add up to the whole, rounded down to 2 decimals. */
  value: string;
  wallets: number;
}

/** Points that exist and cannot be spent now, by why; of those that ripen, by the month in which they do. */
export interface SetAside {
  state: "pending" | "held" | "by_hand";
  /** First day of the month in which they ripen; null for those that do not ripen. */
  month: string | null;
  points: number;
  /** As {@link OutstandingMonth}. */
  value: string;
  wallets: number;
}

export interface Outstanding {
  months: OutstandingMonth[];
  aside: SetAside[];
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
    const aside = await readSetAside(send);
    const totals = await readTotals(send, entryId);
    const points = months.reduce((sum, month) => sum + month.points, 0);
    const lots = points - totals.debt;
    const { balances, log } = totals;
    return {
      months,
      aside,
      points,
      value: months.reduce((sum, { value }) => sum.plus(value), new Decimal(0)).toFixed(2),
      debt: totals.debt,
      suspended: totals.suspended,
      wallets: totals.wallets,
      proof: { lots, balances, log, isEqual: lots === balances && balances === log },
    };
  });
}

/**
 * SQL for what the rows of a table are worth, of `month` and `points` at a `redeem_factor`, one row after the other: each is rounded to what
 * makes it and all before it the whole, rounded down, so that the rows add up to their head.
 */
const worthUpTo = (order: string) =>
  `trunc(round(coalesce(sum(sum(points::numeric(40, 20) / nullif(redeem_factor, 0))) OVER (ORDER BY ${order}), 0), 10), 2)`;
const worthOfRow = (order: string) =>
  `(worth - lag(worth, 1, 0::numeric) OVER (ORDER BY ${order}))::text AS value`;

const MONTHS_IN_ORDER = "month NULLS LAST, is_lapsed DESC";

async function readMonths(send: Send, today: string): Promise<OutstandingMonth[]> {
  const { rows } = await send({
    text: `
SELECT month::text AS month, is_lapsed AS "isLapsed", points, wallets, ${worthOfRow(MONTHS_IN_ORDER)}
  FROM (SELECT month, is_lapsed, sum(points)::bigint AS points, sum(wallets)::bigint AS wallets, ${worthUpTo(MONTHS_IN_ORDER)} AS worth
  FROM (SELECT month, expires_on < $1::date AS is_lapsed, redeem_factor, sum(points)::numeric AS points,
               count(DISTINCT wallet_id) AS wallets
          FROM (${HELD_LOTS}) h GROUP BY 1, 2, 3) g
 GROUP BY 1, 2) r ORDER BY r.month NULLS LAST, is_lapsed DESC`,
    values: [today],
  });
  return rows;
}

const ASIDE_IN_ORDER = "state DESC, month NULLS LAST";

async function readSetAside(send: Send): Promise<SetAside[]> {
  const { rows } = await send({
    text: `
SELECT state, month::text AS month, points, wallets, ${worthOfRow(ASIDE_IN_ORDER)}
  FROM (SELECT state, month, sum(points)::bigint AS points, sum(wallets)::bigint AS wallets, ${worthUpTo(ASIDE_IN_ORDER)} AS worth
  FROM (SELECT state, month, redeem_factor, sum(points)::numeric AS points, count(DISTINCT wallet_id) AS wallets
          FROM (${SET_ASIDE}) s GROUP BY 1, 2, 3) g
 GROUP BY 1, 2) r ORDER BY state DESC, r.month NULLS LAST`,
  });
  return rows;
}

interface Totals {
  debt: number;
  balances: number;
  suspended: number;
  wallets: number;
  log: number;
}

async function readTotals(send: Send, entryId: number): Promise<Totals> {
  const { rows } = await send({
    text: `
SELECT w.*,
       (SELECT coalesce(sum(points_delta), 0) FROM report_day)::bigint
         + ${pointsMovedAfter("$1")}::bigint AS log
  FROM ${WALLET_TOTALS} w`,
    values: [entryId],
  });
  return rows[0] as Totals;
}
