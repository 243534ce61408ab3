import type { Pool } from "pg";
import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { readRows } from "@/lib/platform/rows";

/** Payments in points of one till, or person, that came within a day after the reward of their bill. */
export interface LatePayments {
  branchId: number;
  userId: number;
  payments: number;
}

const isCancelled = (entry: string) =>
  `EXISTS (SELECT FROM reversal v WHERE v.wallet_id = ${entry}.wallet_id AND v.entry_id = ${entry}.id AND v.cancelled_by_entry_id IS NOT NULL)`;

const READ = `
SELECT e.branch_id AS "branchId", e.user_id AS "userId", count(*)::int AS payments
  FROM branch b
 CROSS JOIN LATERAL (SELECT * FROM entry x
                      WHERE x.branch_id = b.id AND x.created_at >= $3 AND x.created_at < $4
                        AND x.log_type_id = ${LOG_TYPE.redemption} AND x.invoice_number IS NOT NULL AND x.offer_number IS NULL OFFSET 0) e
 WHERE ($1::int IS NULL OR b.id = $1) AND ($2::int IS NULL OR b.merchant_id = $2)
   AND EXISTS (SELECT FROM entry r
                WHERE lower(r.invoice_number) = lower(e.invoice_number) AND r.invoice_number IS NOT NULL AND r.log_type_id = ${LOG_TYPE.reward}
                  AND r.merchant_id = e.merchant_id AND r.id < e.id AND (r.created_at > e.created_at - interval '1 day') IS TRUE
                  AND NOT ${isCancelled("r")} AND ${isOfCustomer("r.wallet_id")})
   AND NOT ${isCancelled("e")} AND ${isOfCustomer("e.wallet_id")}
 GROUP BY 1, 2
 ORDER BY 3 DESC, 1, 2
 LIMIT 100`;

/** The payments that came too late for the reward of their bill (rules.md §1), of a branch, a merchant or all; most first. */
export function latePayments(
  pool: Pool,
  {
    branchId,
    merchantId,
    from,
    until,
  }: { branchId: number | null; merchantId: number | null; from: Date; until: Date },
): Promise<LatePayments[]> {
  return readRows(pool, READ, [branchId, merchantId, from, until]);
}
