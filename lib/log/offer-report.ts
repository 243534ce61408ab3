import { isOfCustomer } from "@/lib/ledger/rules/reach";

// SQL about points of promotions and about coupons, from $1 on and before $2, of the merchant $3 and at the branch $4 (null: any).

/** Without voided rewards. `worth` is exact to 20 decimals, at the rate of each reward. */
export const PROMOTIONS_GIVEN = `
SELECT v.promotion_id AS id, e.branch_id AS "branchId", count(*) AS uses, sum(p.points)::bigint AS points,
       sum(p.points::numeric(40, 20) / s.redeem_factor)::text AS worth
  FROM entry_part p
  JOIN promotion_version v ON v.id = p.promotion_version_id
  JOIN entry e ON e.id = p.entry_id
  JOIN segment_version s ON s.id = e.segment_version_id
  LEFT JOIN reversal r ON r.wallet_id = e.wallet_id AND r.entry_id = e.id
 WHERE e.created_at >= $1 AND e.created_at < $2 AND r.cancelled_by_entry_id IS NULL
   AND ($3::int IS NULL OR e.merchant_id = $3) AND ($4::int IS NULL OR e.branch_id = $4) AND ${isOfCustomer("e.wallet_id")}
 GROUP BY 1, 2 ORDER BY 1, 2`;

/** Coupons of a template that were given, and at each branch those that were used and still are. */
export const COUPONS_GIVEN = `
SELECT c.template_id AS id, NULL::integer AS "branchId", count(*) AS given, 0::bigint AS used
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id
 WHERE NOT c.is_test AND c.issued_at >= $1 AND c.issued_at < $2 AND ($3::int IS NULL OR t.merchant_id = $3)
 GROUP BY 1
 UNION ALL
SELECT c.template_id, c.used_branch_id, 0, count(*)
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id
 WHERE NOT c.is_test AND c.used_at >= $1 AND c.used_at < $2 AND ($3::int IS NULL OR t.merchant_id = $3)
   AND ($4::int IS NULL OR c.used_branch_id = $4)
 GROUP BY 1, 2
 ORDER BY 1, 2`;
