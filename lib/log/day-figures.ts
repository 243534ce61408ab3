import type { Pool } from "pg";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { sender } from "@/lib/platform/database/sender";
import { amountSql, type Money } from "@/lib/platform/money";

/** Figures of branches together in a stretch of time. */
export interface DayFigures {
  rewards: number;
  redemptions: number;
  /** The bills that were rewarded. */
  value: Money;
  /** Wallets that earned or redeemed, each once. */
  customers: number;
}

export interface FiguresRequest {
  branchIds: readonly number[];
  from: Date;
  until: Date;
}

/**
 * Figures of branches from one instant on and before another, voided transactions included, without test wallets. Reads every entry of the
 * stretch: ask for no more than can be read.
 */
export async function dayFigures(pool: Pool, request: FiguresRequest): Promise<DayFigures> {
  const { rows } = await sender(pool)(dayFiguresQuery(request));
  const [row] = rows as { rewards: number; redemptions: number; value: string; customers: number }[];
  return {
    rewards: row?.rewards ?? 0,
    redemptions: row?.redemptions ?? 0,
    value: BigInt(row?.value ?? 0),
    customers: row?.customers ?? 0,
  };
}

/** The statement of {@link dayFigures}, so that a test can ask the planner about it. */
export function dayFiguresQuery({ branchIds, from, until }: FiguresRequest) {
  return { text: DAY_FIGURES, values: [branchIds, from, until] };
}

const REWARD = `e.log_type_id = ${LOG_TYPE.reward}`;
const sumOfRewards = (column: string) => `coalesce(sum(${column}) FILTER (WHERE ${REWARD}), 0)`;

// As of lib/log/branch-totals.ts: one range of the index for each branch, whatever plan is chosen.
const DAY_FIGURES = `
SELECT count(*) FILTER (WHERE ${REWARD}) AS rewards, count(*) FILTER (WHERE NOT ${REWARD}) AS redemptions,
       (${sumOfRewards(amountSql("e.amount_value", "e.amount_hundredths"))})::text AS value,
       count(DISTINCT e.wallet_id) AS customers
  FROM unnest($1::int[]) b (id)
 CROSS JOIN LATERAL (SELECT x.wallet_id, x.log_type_id, x.amount_value, x.amount_hundredths FROM entry x
                      WHERE x.branch_id = b.id AND x.created_at >= $2 AND x.created_at < $3 OFFSET 0) e
 WHERE e.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward}) AND ${isOfCustomer("e.wallet_id")}`;
