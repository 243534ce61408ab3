import { isCustomers, isOfCustomer } from "@/lib/ledger/core/reach";
import { LOG_TYPE, WALLET_STATUS } from "@/lib/ledger/core/types";

// SQL about the points that customers held at a moment, $1 (`infinity`: now). The stored state is taken back by the entries that
// came after the moment, so a past day costs what has happened since, and its figures never change: entries are only added.

/** Entries that came after the moment; none is looked for when the moment is now. */
const LATER = "$1::timestamptz < 'infinity' AND e.created_at >= $1::timestamptz";

/** The moves of an entry between lots: of each the lot, null for a debt, and the points. */
const MOVES = "CROSS JOIN LATERAL jsonb_array_elements(e.lot_moves) m";

/**
 * Wallets that held or owed points, with the redemption rate that was theirs: of the tier of their last entry, or of the tier that an
 * administrator chose after it, in the version that was in force.
 */
const HOLDERS = `
SELECT h.*, coalesce(
         (SELECT v.redeem_factor FROM segment_version v
           WHERE v.segment_id = t.segment_id AND v.created_at < $1::timestamptz ORDER BY v.id DESC LIMIT 1),
         t.redeem_factor) AS redeem_factor
  FROM (SELECT w.id AS wallet_id, w.wallet_code, w.segment_id, w.balance - coalesce(l.points_delta, 0) AS balance,
               w.suspended - coalesce(l.suspended_delta, 0) AS suspended
          FROM wallet w
          LEFT JOIN (SELECT e.wallet_id, sum(e.points_delta) AS points_delta, sum(e.suspended_delta) AS suspended_delta
                       FROM entry e WHERE ${LATER} GROUP BY 1) l ON l.wallet_id = w.id
         WHERE ${isCustomers("w")}) h
 CROSS JOIN LATERAL (
       SELECT v.segment_id, v.redeem_factor FROM segment_version v
        WHERE $1::timestamptz = 'infinity' AND v.segment_id = h.segment_id AND v.is_current
        UNION ALL
       (SELECT coalesce(c.segment_id, v.segment_id), v.redeem_factor
          FROM (SELECT e.segment_version_id, e.created_at FROM entry e
                 WHERE $1::timestamptz < 'infinity' AND e.wallet_id = h.wallet_id AND e.created_at < $1::timestamptz
                 ORDER BY e.seq DESC LIMIT 1) e
          JOIN segment_version v ON v.id = e.segment_version_id
          LEFT JOIN LATERAL (SELECT (a.after ->> 'segmentId')::integer AS segment_id FROM audit_log a
                              WHERE a.subject_type = 'wallet' AND a.subject_id = h.wallet_code AND a.action = 'wallet.set_segment'
                                AND a.created_at >= e.created_at AND a.created_at < $1::timestamptz
                              ORDER BY a.id DESC LIMIT 1) c ON true)) t
 WHERE h.balance <> 0 OR h.suspended <> 0`;

/** A wallet's field at the moment, by the first act after it that changed the field; by the wallet where there is none. */
const stoodAt = (field: string, now: string) => `coalesce(
  (SELECT a.before ->> '${field}' FROM audit_log a
    WHERE $1::timestamptz < 'infinity' AND a.subject_type = 'wallet' AND a.subject_id = w.wallet_code AND a.created_at >= $1::timestamptz
      AND a.before ? '${field}'
    ORDER BY a.id LIMIT 1), ${now}::text)`;

/**
 * By a holder's wallet, whether its points could be spent: `spendable`; `not_joined`, of customers who had not agreed; or `stopped`, by the
 * wallet's status or because redemption was off. The consents that were written down say who had joined at a past moment.
 */
const STANDINGS = `
SELECT h.wallet_id,
       CASE WHEN NOT CASE WHEN $1::timestamptz = 'infinity' THEN w.is_opted_in ELSE coalesce(
                  (SELECT c.is_given FROM wallet_consent c
                    WHERE c.wallet_id = w.id AND coalesce(c.recorded_at, c.at) < $1::timestamptz ORDER BY c.id DESC LIMIT 1),
                  (SELECT NOT c.is_given FROM wallet_consent c WHERE c.wallet_id = w.id ORDER BY c.id LIMIT 1),
                  w.is_opted_in) END THEN 'not_joined'
            WHEN ${stoodAt("statusId", "w.status_id")} = '${WALLET_STATUS.active}'
             AND ${stoodAt("redemptionEnabled", "w.redemption_enabled")} = 'true' THEN 'spendable'
            ELSE 'stopped' END AS standing
  FROM holders h JOIN wallet w ON w.id = h.wallet_id`;

const LOTS = `
SELECT x.wallet_id, x.expires_on, sum(x.points) AS points
  FROM (SELECT l.wallet_id, l.expires_on, l.points FROM lot l WHERE l.points > 0
         UNION ALL
        SELECT e.wallet_id, (m ->> 0)::date, -(m ->> 1)::bigint FROM entry e ${MOVES} WHERE ${LATER} AND m ->> 0 IS NOT NULL) x
 GROUP BY 1, 2 HAVING sum(x.points) <> 0`;

/** A reward that came later had nothing pending yet; a later entry that refers to it took from what was pending then. */
const PENDING = `
SELECT x.wallet_id, x.ripens_on, sum(x.points) AS points
  FROM (SELECT p.wallet_id, p.entry_id, p.ripens_on, p.points FROM pending_points p WHERE p.points > 0
         UNION ALL
        SELECT p.wallet_id, p.entry_id, p.ripens_on, -e.suspended_delta
          FROM entry e
          JOIN pending_points p ON p.wallet_id = e.wallet_id
           AND p.entry_id = CASE WHEN e.suspended_delta > 0 THEN e.id ELSE e.related_entry_id END
         WHERE ${LATER} AND e.suspended_delta <> 0) x
 GROUP BY x.wallet_id, x.entry_id, x.ripens_on HAVING sum(x.points) <> 0`;

const HELD = `
SELECT x.wallet_id, sum(x.points) AS points
  FROM (SELECT h.wallet_id, h.points FROM hold h WHERE h.state = 'open'
         UNION ALL
        SELECT h.wallet_id, CASE WHEN e.id = h.entry_id THEN -h.points ELSE h.points END
          FROM entry e
          JOIN hold h ON h.entry_id = CASE WHEN e.log_type_id = ${LOG_TYPE.hold} THEN e.id ELSE e.related_entry_id END
           AND (e.id = h.entry_id OR e.id = h.ended_by_entry_id)
         WHERE ${LATER} AND e.suspended_delta <> 0) x
 GROUP BY 1 HAVING sum(x.points) <> 0`;

/**
 * The points that customers held, by state: `spendable`, `not_joined` and `stopped` ({@link STANDINGS}) with the month in which they lapse and
 * whether they had lapsed before the day $2; `pending` with the month in which they ripen; `held` for orders; `by_hand`, which an administrator set aside; and `debt`, below zero.
 * `worth` is exact to 20 decimals, at the rates of that moment.
 */
export const OWED = `
WITH holders AS MATERIALIZED (${HOLDERS}),
     pending AS MATERIALIZED (${PENDING}),
     held AS MATERIALIZED (${HELD}),
     standings AS MATERIALIZED (${STANDINGS}),
     parts AS (
SELECT CASE s.standing WHEN 'spendable' THEN 1 WHEN 'not_joined' THEN 2 ELSE 3 END AS place, s.standing AS state,
       CASE WHEN l.expires_on < 'infinity' THEN date_trunc('month', l.expires_on)::date END AS month,
       l.expires_on < $2::date AS is_lapsed, l.wallet_id, l.points FROM (${LOTS}) l JOIN standings s ON s.wallet_id = l.wallet_id
 UNION ALL
SELECT 4, 'pending', date_trunc('month', ripens_on)::date, false, wallet_id, points FROM pending
 UNION ALL
SELECT 5, 'held', NULL, false, wallet_id, points FROM held
 UNION ALL
SELECT 6, 'by_hand', NULL, false, h.wallet_id,
       h.suspended - coalesce((SELECT sum(p.points) FROM pending p WHERE p.wallet_id = h.wallet_id), 0)
                   - coalesce((SELECT sum(p.points) FROM held p WHERE p.wallet_id = h.wallet_id), 0)
  FROM holders h WHERE h.suspended > 0
 UNION ALL
SELECT 7, 'debt', NULL, false, h.wallet_id, h.balance FROM holders h WHERE h.balance < 0)
SELECT p.state, p.month::text AS month, p.is_lapsed AS "isLapsed", sum(p.points)::bigint AS points,
       count(DISTINCT p.wallet_id) AS wallets, sum(p.points::numeric(40, 20) / h.redeem_factor)::text AS worth
  FROM parts p JOIN holders h ON h.wallet_id = p.wallet_id
 WHERE p.points <> 0
 GROUP BY p.place, p.state, p.month, p.is_lapsed
 ORDER BY p.place, p.month NULLS LAST, p.is_lapsed DESC`;

/** The stored totals of all wallets at that moment: the same points, found in another way. */
export const BALANCES = `
SELECT (sum(w.balance) - coalesce((SELECT sum(e.points_delta) FROM entry e WHERE ${LATER} AND ${isOfCustomer("e.wallet_id")}), 0))::bigint AS balances
  FROM wallet w WHERE ${isCustomers("w")}`;

const KIND = "e.log_type_id, coalesce(c.log_type_id, 0)";
const WORTH = "sum((e.points_delta + e.suspended_delta)::numeric(40, 20) / v.redeem_factor)::text AS worth";

/**
 * Changes by the entries from $1 on and before $2, by kind and by the kind that a cancellation undid, at the rates of each entry. $3: of
 * one merchant; null: of all and of none.
 */
export const CHANGES = `
SELECT e.log_type_id AS "logTypeId", nullif(coalesce(c.log_type_id, 0), 0) AS "cancelledLogTypeId", count(*) AS entries,
       sum(e.points_delta)::bigint AS spendable, sum(e.suspended_delta)::bigint AS suspended, ${WORTH}
  FROM entry e
  JOIN segment_version v ON v.id = e.segment_version_id
  LEFT JOIN LATERAL (SELECT x.log_type_id FROM entry x
                      WHERE e.log_type_id = ${LOG_TYPE.cancellation} AND x.id = e.related_entry_id LIMIT 1) c ON true
 WHERE e.created_at >= $1 AND e.created_at < $2 AND ($3::int IS NULL OR e.merchant_id = $3) AND ${isOfCustomer("e.wallet_id")}
 GROUP BY ${KIND} ORDER BY ${KIND}`;

/** Sum of all entries before $1 at each merchant (null: at none): given less taken, at the rates of each entry. */
export const BY_MERCHANT = `
SELECT e.merchant_id AS "merchantId", sum(e.points_delta + e.suspended_delta)::bigint AS points, ${WORTH}
  FROM entry e JOIN segment_version v ON v.id = e.segment_version_id
 WHERE e.created_at < $1 AND ${isOfCustomer("e.wallet_id")}
 GROUP BY 1 ORDER BY 1`;

/**
 * Coupons of customers that were neither used, ended nor expired at the moment, by template, with the most that one takes off; null: not
 * limited. $2: the day.
 */
export const COUPONS = `
SELECT t.id, t.merchant_id AS "merchantId", t.title_en AS "nameEn", t.title_ar AS "nameAr", count(*)::int AS coupons,
       CASE WHEN t.discount_type = 2 THEN coalesce(t.worth, t.discount) ELSE t.worth END AS worth
  FROM coupon c JOIN coupon_template t ON t.id = c.template_id
 WHERE NOT c.is_test AND c.issued_at < $1::timestamptz AND (c.valid_until IS NULL OR c.valid_until >= $2::date)
   AND (c.voided_at IS NULL OR c.voided_at >= $1::timestamptz)
   AND CASE WHEN $1::timestamptz = 'infinity' THEN c.state = 'issued' ELSE coalesce(
         (SELECT v.kind <> 'used' FROM coupon_event v WHERE v.coupon_id = c.id AND v.at < $1::timestamptz ORDER BY v.id DESC LIMIT 1), true) END
 GROUP BY t.id ORDER BY t.id`;
