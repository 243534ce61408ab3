import type { UseFacts } from "./words";

/**
 * SQL of {@link UseFacts} of the coupon `c`, as columns. A coupon is used on another bill only once the one before was undone; more than three
 * uses that were taken back count as three.
 */
export const USE_FACTS = `
(SELECT v.merchant_id FROM coupon_event v WHERE v.coupon_id = c.id AND v.kind = 'used' ORDER BY v.id DESC LIMIT 1) AS used_merchant_id,
(SELECT count(*)::int FROM (SELECT FROM coupon_event v WHERE v.coupon_id = c.id AND v.kind = 'reopened' ORDER BY v.id LIMIT 3) o) AS reopened,
coalesce((SELECT v.cancelled_by_entry_id IS NOT NULL OR (v.open_refunds > 0 AND v.given_back = v.taken)
            FROM (SELECT * FROM entry x WHERE x.id = c.issued_by_entry_id LIMIT 1) e
           CROSS JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = e.wallet_id AND x.entry_id = e.id LIMIT 1) v), false) AS is_undone,
coalesce((SELECT v.cancelled_by_entry_id IS NULL
            FROM (SELECT * FROM bill_coupon x WHERE x.coupon_id = c.id ORDER BY x.bill_id DESC LIMIT 1) b
           CROSS JOIN LATERAL (SELECT * FROM bill x WHERE x.id = b.bill_id LIMIT 1) s
            LEFT JOIN LATERAL (SELECT * FROM reversal x WHERE x.wallet_id = s.wallet_id AND x.entry_id = s.id LIMIT 1) v ON true), false) AS is_settled`;

export interface UseFactsRow {
  used_merchant_id: number | null;
  reopened: number;
  is_undone: boolean;
  is_settled: boolean;
}

export function factsOfUse(row: UseFactsRow): UseFacts {
  return {
    usedMerchantId: row.used_merchant_id,
    reopened: row.reopened,
    isUndone: row.is_undone,
    isSettled: row.is_settled,
  };
}
