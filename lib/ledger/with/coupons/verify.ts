import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { rowsOf } from "@/lib/ledger/verify/read";

interface BadCoupon {
  wallet_id: number;
  seq: number | null;
  expected: string;
  found: string;
}

/**
 * Coupons that say something else than the log, than what is on record of their use, or than the stock they were taken from. The
 * entries that issue or end one are looked up one by one, so that coupons issued by a file cost nothing.
 */
const BAD_COUPONS = `
SELECT coalesce(c.wallet_id, 0) AS wallet_id, e.seq, 'a reward or a redemption of offer ' || t.offer_number AS expected,
       'coupon ' || c.id || ' of entry ' || c.issued_by_entry_id AS found
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id LEFT JOIN entry e ON e.id = c.issued_by_entry_id
 WHERE c.issued_by_entry_id IS NOT NULL
   AND NOT coalesce((e.log_type_id = 2 OR (e.log_type_id = 1 AND e.offer_number = t.offer_number)) AND e.user_id = c.issued_by_user_id
                    AND date_trunc('milliseconds', e.created_at) = c.issued_at, false)
 UNION ALL
SELECT coalesce(c.wallet_id, 0), e.seq, 'what undid entry ' || c.issued_by_entry_id, 'coupon ' || c.id || ' ended by entry ' || c.voided_by_entry_id
  FROM coupon c LEFT JOIN entry e ON e.id = c.voided_by_entry_id
 WHERE c.voided_by_entry_id IS NOT NULL AND NOT coalesce(e.log_type_id IN (3, 4, 11) AND e.related_entry_id = c.issued_by_entry_id, false)
 UNION ALL
SELECT coalesce(c.wallet_id, 0), e.seq, 'a coupon that ended with entry ' || v.cancelled_by_entry_id, 'coupon ' || c.id || ' that can be used'
  FROM coupon c JOIN entry e ON e.id = c.issued_by_entry_id JOIN reversal v ON v.wallet_id = e.wallet_id AND v.entry_id = e.id
 WHERE c.state = 'issued' AND v.cancelled_by_entry_id IS NOT NULL
 UNION ALL
SELECT coalesce(c.wallet_id, 0), NULL, coalesce(l.kind, 'never used'), 'coupon ' || c.id || ' that is ' || c.state
  FROM coupon c LEFT JOIN LATERAL (SELECT x.kind FROM coupon_event x WHERE x.coupon_id = c.id ORDER BY x.id DESC LIMIT 1) l ON true
 WHERE (c.state = 'used' OR c.id IN (SELECT x.coupon_id FROM coupon_event x))
   AND c.state IS DISTINCT FROM CASE l.kind WHEN 'used' THEN 'used' WHEN 'reopened' THEN 'issued' WHEN 'voided' THEN 'void' END
   AND NOT (c.state = 'void' AND l.kind = 'reopened')
 UNION ALL
SELECT 0, NULL, 'offer ' || t.offer_number || ' with ' || (t.stock_max - n.coupons) || ' left', t.stock_left || ' left'
  FROM coupon_template t CROSS JOIN LATERAL (SELECT count(*) AS coupons FROM coupon c WHERE c.template_id = t.id AND c.state <> 'void' AND NOT c.is_test) n
 WHERE t.stock_max IS NOT NULL AND t.stock_left <> t.stock_max - n.coupons
 ORDER BY 1, 2`;

/** Every coupon says what the log, its own record and its template's stock say. */
export async function checkCoupons(client: ClientBase, findings: Findings): Promise<void> {
  for (const { wallet_id: walletId, seq, expected, found } of await rowsOf<BadCoupon>(client, BAD_COUPONS))
    findings.add({ walletId, seq, what: "coupon", expected, found });
}
