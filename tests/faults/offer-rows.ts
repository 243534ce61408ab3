import type pg from "pg";
import type { CouponRecord, OfferEvidence } from "./coupons";
import type { World } from "./world";

/** The entry of the settlement, or of the bill's cancellation, that did a coupon's act. */
const SETTLED = `
LEFT JOIN LATERAL (SELECT n.id AS entry_id FROM bill_coupon y JOIN bill l ON l.id = y.bill_id
                     LEFT JOIN reversal v ON v.wallet_id = l.wallet_id AND v.entry_id = l.id
                     JOIN entry n ON n.id = CASE e.kind WHEN 'used' THEN l.id ELSE v.cancelled_by_entry_id END
                    WHERE y.coupon_id = e.coupon_id AND e.key IS NULL AND n.user_id = e.user_id
                      AND date_trunc('milliseconds', n.created_at) = e.at LIMIT 1) s ON true`;

/** What became of the coupons of a history's offers, what is left of their stocks, and what its promotions gave. */
export async function readOffers(pool: pg.Pool, { facts }: World): Promise<OfferEvidence> {
  const offers = [...(facts.coupons?.templates.keys() ?? [])];
  const { rows: coupons } = await pool.query<CouponRecord>(
    `SELECT c.number, t.offer_number AS "offerNumber", w.wallet_code AS "walletCode", c.state,
       coalesce(c.valid_until < (now() AT TIME ZONE p.time_zone)::date, false) AS "isLapsed",
       c.issued_by_entry_id::float8 AS "issuedByEntryId", c.voided_by_entry_id::float8 AS "voidedByEntryId",
       CASE WHEN c.issued_by_entry_id IS NOT NULL OR c.valid_until IS NOT NULL THEN w.wallet_code END AS "issuedTo",
       ARRAY(SELECT jsonb_build_object('kind', e.kind, 'clientId', replace(u.email, '@technical.invalid', ''), 'key', e.key,
               'entryId', s.entry_id, 'walletCode', x.wallet_code, 'branchMsisdn', regexp_replace(b.msisdn, '^[+]20', '0'), 'tag', coalesce(e.comment, ''))
             FROM coupon_event e JOIN app_user u ON u.id = e.user_id LEFT JOIN wallet x ON x.id = e.wallet_id
             LEFT JOIN branch b ON b.id = e.branch_id ${SETTLED} WHERE e.coupon_id = c.id ORDER BY e.id) AS events
     FROM coupon c JOIN coupon_template t ON t.id = c.template_id CROSS JOIN programme p LEFT JOIN wallet w ON w.id = c.wallet_id
     WHERE t.offer_number = ANY ($1) ORDER BY c.id`,
    [offers],
  );
  const { rows: stocks } = await pool.query<{ offerNumber: number; left: number }>(
    `SELECT offer_number AS "offerNumber", stock_left AS left FROM coupon_template WHERE offer_number = ANY ($1) AND stock_left IS NOT NULL`,
    [offers],
  );
  const numbers = (facts.promotions?.all ?? []).map(({ number }) => number);
  const { rows: totals } = await pool.query<{ number: number; points: number }>(
    `SELECT p.number, t.points::float8 AS points FROM promotion_total t JOIN promotion p ON p.id = t.promotion_id WHERE p.number = ANY ($1)`,
    [numbers],
  );
  const promotionTotals = new Map(totals.map(({ number, points }) => [number, points]));
  return {
    promotionTotals,
    coupons,
    stockLeft: new Map(stocks.map(({ offerNumber, left }) => [offerNumber, left])),
  };
}
