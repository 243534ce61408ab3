import { isCustomers, isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE, WALLET_STATUS } from "@/lib/ledger/rules/types";

// SQL about the points that customers held at a moment. The stored state of a wallet is taken back by the entries, acts and consents that
// came after the moment, so its figures never change: those are only added. The job of the reports keeps the sums of each day; a moment is
// then told by the kept one before it and by the wallets that were touched since.

/** The states of points, by their numbers in `report_owed`; 0 has the wallets' stored balances, which prove the others. */
export const OWED_STATES = [
  "spendable",
  "not_joined",
  "stopped",
  "pending",
  "held",
  "by_hand",
  "debt",
] as const;

/** A moment, as SQL: what was made before `until` and has a number up to the marks had come. */
interface MomentSql {
  until: string;
  entryId: string;
  auditId: string;
  consentId: string;
  /** `until` is `infinity`. */
  isOpen: boolean;
}

/** A moment's values in the parameters from `first` on. */
const momentAt = (first: number, isOpen: boolean): MomentSql => ({
  ...{ until: `$${first}::timestamptz`, entryId: `$${first + 1}::bigint` },
  ...{ auditId: `$${first + 2}::bigint`, consentId: `$${first + 3}::bigint`, isOpen },
});

/** The number of a mark that leaves nothing out. */
export const NO_MARK = "9223372036854775807";

const CONSENT_AT = "coalesce(c.recorded_at, c.at)";
const had = ({ until }: MomentSql, mark: string, at: string, id: string) =>
  `(${at} < ${until} AND ${id} <= ${mark})`;
const hadEntry = (moment: MomentSql, e: string) => had(moment, moment.entryId, `${e}.created_at`, `${e}.id`);
const hadAct = (moment: MomentSql) => had(moment, moment.auditId, "a.created_at", "a.id");
const hadConsent = (moment: MomentSql) => had(moment, moment.consentId, CONSENT_AT, "c.id");

/** A wallet's field at the moment, by the first act after it that changed the field; by the wallet where there is none. */
const stoodAt = (moment: MomentSql, field: string, now: string) => `coalesce(
  (SELECT a.before ->> '${field}' FROM audit_log a
    WHERE ${isPast(moment)} AND a.subject_type = 'wallet' AND a.subject_id = w.wallet_code AND NOT ${hadAct(moment)} AND a.before ? '${field}'
    ORDER BY a.id LIMIT 1), ${now}::text)`;

/** Nothing is looked for when the moment is now. */
const isPast = ({ until, auditId }: MomentSql) => `(${until} < 'infinity' OR ${auditId} < ${NO_MARK})`;

const CHOSEN =
  "a.subject_type = 'wallet' AND a.subject_id = w.wallet_code AND a.action = 'wallet.set_segment'";

/** The tier of the wallet's last entry, or the one that an administrator chose after it; by the wallet where nothing came later. */
const segmentAt = (moment: MomentSql) => `
CASE WHEN m.wallet_id IS NULL AND NOT (${isPast(moment)} AND EXISTS (SELECT FROM audit_log a WHERE ${CHOSEN} AND NOT ${hadAct(moment)})) THEN w.segment_id
     ELSE coalesce((
       SELECT coalesce((SELECT (a.after ->> 'segmentId')::integer FROM audit_log a
                         WHERE ${CHOSEN} AND a.created_at >= e.created_at AND ${hadAct(moment)} ORDER BY a.id DESC LIMIT 1), v.segment_id)
         FROM (SELECT e.segment_version_id, e.created_at FROM entry e
                WHERE e.wallet_id = w.id AND ${hadEntry(moment, "e")} ORDER BY e.seq DESC LIMIT 1) e
         JOIN segment_version v ON v.id = e.segment_version_id), w.segment_id) END`;

/**
 * Whether a wallet's points could be spent: 1 they could; 2 the customer had not agreed; 3 they could not, by the wallet's status or because
 * redemption was off. The consents that were written down say who had joined at a past moment.
 */
const standingAt = (moment: MomentSql) => `
CASE WHEN NOT CASE WHEN ${isPast(moment)} AND EXISTS (SELECT FROM wallet_consent c WHERE c.wallet_id = w.id AND NOT ${hadConsent(moment)}) THEN coalesce(
            (SELECT c.is_given FROM wallet_consent c WHERE c.wallet_id = w.id AND ${hadConsent(moment)} ORDER BY c.id DESC LIMIT 1),
            (SELECT NOT c.is_given FROM wallet_consent c WHERE c.wallet_id = w.id ORDER BY c.id LIMIT 1))
          ELSE w.is_opted_in END THEN 2
     WHEN ${stoodAt(moment, "statusId", "w.status_id")} = '${WALLET_STATUS.active}'
      AND ${stoodAt(moment, "redemptionEnabled", "w.redemption_enabled")} = 'true' THEN 1
     ELSE 3 END`;

/** Entries of the wallets `looked` that came after the moment. */
const laterThan = (moment: MomentSql) =>
  moment.isOpen
    ? `SELECT e.* FROM entry e WHERE e.id > ${moment.entryId} AND e.wallet_id IN (SELECT wallet_id FROM looked)`
    : `SELECT e.* FROM looked l CROSS JOIN LATERAL (SELECT * FROM entry e WHERE e.wallet_id = l.wallet_id AND NOT ${hadEntry(moment, "e")} OFFSET 0) e`;

/** Common table expressions with the points of the wallets `looked` at a moment: `parts_<name>`, of each wallet, state and day. */
function partsAt(name: string, moment: MomentSql): string {
  const [later, holders, pending, held] = ["later", "holders", "pending", "held"].map(
    (table) => `${table}_${name}`,
  );
  return `
${later} AS MATERIALIZED (${laterThan(moment)}),
${holders} AS MATERIALIZED (
  SELECT w.id AS wallet_id, w.balance - coalesce(m.points, 0) AS balance, w.suspended - coalesce(m.suspended, 0) AS suspended,
         ${segmentAt(moment)} AS segment_id, ${standingAt(moment)} AS standing
    FROM wallet w
    LEFT JOIN (SELECT wallet_id, sum(points_delta) AS points, sum(suspended_delta) AS suspended FROM ${later} GROUP BY 1) m ON m.wallet_id = w.id
   WHERE w.id IN (SELECT wallet_id FROM looked) AND ${isCustomers("w")}
     AND (w.balance - coalesce(m.points, 0) <> 0 OR w.suspended - coalesce(m.suspended, 0) <> 0)),
${pending} AS MATERIALIZED (
  SELECT x.wallet_id, x.ripens_on, sum(x.points) AS points
    FROM (SELECT p.wallet_id, p.entry_id, p.ripens_on, p.points FROM pending_points p WHERE p.points > 0 AND p.wallet_id IN (SELECT wallet_id FROM looked)
           UNION ALL
          SELECT p.wallet_id, p.entry_id, p.ripens_on, -e.suspended_delta
            FROM ${later} e
            JOIN pending_points p ON p.wallet_id = e.wallet_id
             AND p.entry_id = CASE WHEN e.suspended_delta > 0 THEN e.id ELSE e.related_entry_id END
           WHERE e.suspended_delta <> 0) x
   GROUP BY x.wallet_id, x.ripens_on HAVING sum(x.points) <> 0),
${held} AS MATERIALIZED (
  SELECT x.wallet_id, sum(x.points) AS points
    FROM (SELECT h.wallet_id, h.points FROM hold h WHERE h.state = 'open' AND h.wallet_id IN (SELECT wallet_id FROM looked)
           UNION ALL
          SELECT h.wallet_id, CASE WHEN e.id = h.entry_id THEN -h.points ELSE h.points END
            FROM ${later} e
            JOIN hold h ON h.entry_id = CASE WHEN e.log_type_id = ${LOG_TYPE.hold} THEN e.id ELSE e.related_entry_id END
             AND (e.id = h.entry_id OR e.id = h.ended_by_entry_id)
           WHERE e.suspended_delta <> 0) x
   GROUP BY 1 HAVING sum(x.points) <> 0),
parts_${name} AS (
  SELECT x.wallet_id, h.segment_id, coalesce(x.state, h.standing) AS state, x.on_date, x.points
    FROM ${holders} h
    JOIN (SELECT l.wallet_id, NULL::integer AS state, l.expires_on AS on_date, sum(l.points) AS points
            FROM (SELECT l.wallet_id, l.expires_on, l.points FROM lot l WHERE l.points > 0 AND l.wallet_id IN (SELECT wallet_id FROM looked)
                   UNION ALL
                  SELECT e.wallet_id, (m ->> 0)::date, -(m ->> 1)::bigint
                    FROM ${later} e CROSS JOIN LATERAL jsonb_array_elements(e.lot_moves) m WHERE m ->> 0 IS NOT NULL) l
           GROUP BY 1, 3
           UNION ALL
          SELECT p.wallet_id, 4, p.ripens_on, p.points FROM ${pending} p
           UNION ALL
          SELECT d.wallet_id, 5, 'infinity', d.points FROM ${held} d) x ON x.wallet_id = h.wallet_id
   WHERE x.points <> 0
   UNION ALL
  SELECT h.wallet_id, h.segment_id, s.state, 'infinity', s.points
    FROM ${holders} h
   CROSS JOIN LATERAL (VALUES (0, h.balance),
           (6, CASE WHEN h.suspended > 0 THEN h.suspended - coalesce((SELECT sum(p.points) FROM ${pending} p WHERE p.wallet_id = h.wallet_id), 0)
                      - coalesce((SELECT p.points FROM ${held} p WHERE p.wallet_id = h.wallet_id), 0) END),
           (7, least(h.balance, 0))) s (state, points)
   WHERE s.points <> 0)`;
}

/** Of a wallet's days of a month, whether one is the first and the last; `sign` is SQL. */
const signedParts = (name: string, sign: string) => `
SELECT p.segment_id, p.state, p.on_date, ${sign} * p.points AS points,
       ${sign} * (row_number() OVER (${MONTH} ORDER BY p.on_date) = 1)::int AS first_wallets,
       ${sign} * (row_number() OVER (${MONTH} ORDER BY p.on_date DESC) = 1)::int AS last_wallets
  FROM parts_${name} p`;
const MONTH =
  "PARTITION BY p.wallet_id, p.state, CASE WHEN p.on_date < 'infinity' THEN date_trunc('month', p.on_date) END";

const summed = (rows: string) => `
SELECT state, segment_id, on_date, sum(points)::bigint AS points, sum(first_wallets)::bigint AS first_wallets, sum(last_wallets)::bigint AS last_wallets
  FROM (${rows}) x GROUP BY 1, 2, 3 HAVING sum(points) <> 0 OR sum(first_wallets) <> 0 OR sum(last_wallets) <> 0`;

interface Open {
  isOpen: boolean;
}

/** The points of wallets at the moment $1 to $4, in rows as `report_owed` has them: of all, or of those after $5 up to $6. */
export const stateOf = ({ isOpen }: Open, which: "all" | "part") => `
WITH looked AS (SELECT w.id AS wallet_id FROM wallet w${which === "all" ? "" : " WHERE w.id > $5 AND w.id <= $6"}),
${partsAt("now", momentAt(1, isOpen))}
${summed(signedParts("now", "1"))}`;

/**
 * The changes of points from the moment $1 to $4 to the moment $5 to $8, in such rows. Entries that only one of them had are looked for
 * after the lower mark, and from $9 to $10, where those between two days are.
 */
export function changeOf(from: Open, to: Open): string {
  const [one, other] = [momentAt(1, from.isOpen), momentAt(5, to.isOpen)];
  const between = "least($1::timestamptz, $5::timestamptz)";
  const differs = (had: (moment: MomentSql) => string) => `${had(one)} <> ${had(other)}`;
  const differing = differs((moment) => hadEntry(moment, "e"));
  return `
WITH looked AS MATERIALIZED (
  SELECT e.wallet_id FROM entry e WHERE e.id > least($2::bigint, $6::bigint) AND ${differing}
   UNION
  SELECT e.wallet_id FROM entry e WHERE e.id BETWEEN $9 AND $10 AND ${differing}
   UNION
  SELECT w.id FROM audit_log a JOIN wallet w ON w.wallet_code = a.subject_id
   WHERE a.subject_type = 'wallet' AND (a.id > least($3::bigint, $7::bigint) OR $1::timestamptz <> $5::timestamptz AND a.created_at >= ${between})
     AND ${differs(hadAct)}
   UNION
  SELECT c.wallet_id FROM wallet_consent c
   WHERE (c.id > least($4::bigint, $8::bigint) OR $1::timestamptz <> $5::timestamptz AND ${CONSENT_AT} >= ${between}) AND ${differs(hadConsent)}),
${partsAt("one", one)},
${partsAt("other", other)}
${summed(`${signedParts("one", "-1")} UNION ALL ${signedParts("other", "1")}`)}`;
}

/**
 * Rows as `report_owed` has them in figures: by state and month, whether the day $2 is after the last on which they can be used, and their worth at
 * the rates of the moment $1, exact to 20 decimals. `rows` is SQL.
 */
export const figuresOf = (rows: string, [until, lapsedBefore]: [string, string]) => `
WITH sums AS (${summed(rows)}),
     rates AS (
SELECT s.segment_id, coalesce(
         (SELECT v.redeem_factor FROM segment_version v WHERE v.segment_id = s.segment_id AND v.created_at < ${until}::timestamptz ORDER BY v.id DESC LIMIT 1),
         (SELECT v.redeem_factor FROM segment_version v WHERE v.segment_id = s.segment_id ORDER BY v.id LIMIT 1)) AS redeem_factor
  FROM (SELECT DISTINCT segment_id FROM sums) s)
SELECT s.state, s.month::text AS month, s.is_lapsed AS "isLapsed", sum(s.points)::bigint AS points,
       sum(CASE WHEN s.is_lapsed THEN s.first_wallets ELSE s.last_wallets END)::bigint AS wallets,
       sum(s.points::numeric(40, 20) / r.redeem_factor)::text AS worth
  FROM (SELECT *, CASE WHEN on_date < 'infinity' THEN date_trunc('month', on_date)::date END AS month,
               state <= 3 AND on_date < ${lapsedBefore}::date AS is_lapsed FROM sums) s
  JOIN rates r ON r.segment_id = s.segment_id
 GROUP BY s.state, s.month, s.is_lapsed
HAVING sum(s.points) <> 0
 ORDER BY s.state, s.month NULLS LAST, s.is_lapsed DESC`;

/** When the first entry was made; null: there is none. */
export const FIRST_ENTRY_AT = "(SELECT e.created_at FROM entry e ORDER BY e.id LIMIT 1)";

/** The last of the $2 wallets after $1; null: there is none. */
export const LAST_WALLET_OF_PART =
  "SELECT max(w.id) AS last FROM (SELECT id FROM wallet WHERE id > $1 ORDER BY id LIMIT $2) w";

/** When the earliest was made of the entries, acts and consents after the marks $1, $3 and $5 up to $2, $4 and $6; null: there are none. */
export const MADE_SINCE = `least(
  (SELECT min(e.created_at) FROM entry e WHERE e.id > $1 AND e.id <= $2),
  (SELECT min(a.created_at) FROM audit_log a WHERE a.id > $3 AND a.id <= $4),
  (SELECT min(${CONSENT_AT}) FROM wallet_consent c WHERE c.id > $5 AND c.id <= $6))`;

/**
 * Changes by the entries after the number $1 up to $2, by the day of `report_owed_day` that they are of, as `report_owed_change` has them. $3: only
 * those from this moment on.
 */
export const CHANGES_BY_DAY = `
SELECT d.day, coalesce(e.merchant_id, 0) AS merchant_id, e.log_type_id, coalesce(c.log_type_id, 0) AS cancelled_log_type_id, e.segment_version_id,
       count(*) AS entries, sum(e.points_delta)::bigint AS points_delta, sum(e.suspended_delta)::bigint AS suspended_delta,
       min(e.id) AS first_entry_id, max(e.id) AS last_entry_id
  FROM entry e
 CROSS JOIN LATERAL (SELECT d.day FROM report_owed_day d WHERE d.ends_at > e.created_at ORDER BY d.ends_at LIMIT 1) d
  LEFT JOIN LATERAL (SELECT x.log_type_id FROM entry x
                      WHERE e.log_type_id = ${LOG_TYPE.cancellation} AND x.id = e.related_entry_id LIMIT 1) c ON true
 WHERE e.id > $1 AND e.id <= $2 AND e.created_at >= $3::timestamptz AND ${isOfCustomer("e.wallet_id")}
 GROUP BY 1, 2, 3, 4, 5`;

/**
 * Changes by the entries from $1 on and before $2, by kind, by the kind that a cancellation undid, by merchant (0: none) and by the version of the tier: of
 * the kept days from after $1 up to $2, and of the entries after $3 up to $4, which no day has yet.
 */
export const KEPT_CHANGES = `
SELECT r.merchant_id, r.log_type_id, r.cancelled_log_type_id, r.segment_version_id, r.entries, r.points_delta, r.suspended_delta
  FROM report_owed_day d JOIN report_owed_change r ON r.day = d.day
 WHERE d.ends_at > $1::timestamptz AND d.ends_at <= $2::timestamptz
 UNION ALL
${changesBetween("$3", "$4")}`;

/** The same of all entries. */
export const ALL_CHANGES = changesBetween("$3", "$4");

function changesBetween(after: string, upTo: string): string {
  return `
SELECT coalesce(e.merchant_id, 0) AS merchant_id, e.log_type_id, coalesce(c.log_type_id, 0) AS cancelled_log_type_id, e.segment_version_id,
       1::bigint AS entries, e.points_delta, e.suspended_delta
  FROM entry e
  LEFT JOIN LATERAL (SELECT x.log_type_id FROM entry x
                      WHERE e.log_type_id = ${LOG_TYPE.cancellation} AND x.id = e.related_entry_id LIMIT 1) c ON true
 WHERE e.id > ${after} AND e.id <= ${upTo} AND e.created_at >= $1::timestamptz AND e.created_at < $2::timestamptz AND ${isOfCustomer("e.wallet_id")}`;
}

const WORTH = "sum((c.points_delta + c.suspended_delta)::numeric(40, 20) / v.redeem_factor)::text AS worth";

/** {@link KEPT_CHANGES} by kind, at the rates of each entry. $5: of one merchant; null: of all and of none. */
export const changesByKind = (changes: string) => `
SELECT c.log_type_id AS "logTypeId", nullif(c.cancelled_log_type_id, 0) AS "cancelledLogTypeId", sum(c.entries)::bigint AS entries,
       sum(c.points_delta)::bigint AS spendable, sum(c.suspended_delta)::bigint AS suspended, ${WORTH}
  FROM (${changes}) c JOIN segment_version v ON v.id = c.segment_version_id
 WHERE $5::int IS NULL OR c.merchant_id = $5
 GROUP BY c.log_type_id, c.cancelled_log_type_id ORDER BY c.log_type_id, c.cancelled_log_type_id`;

/** The same at each merchant (null: at none): given less taken. */
export const changesByMerchant = (changes: string) => `
SELECT nullif(c.merchant_id, 0) AS "merchantId", sum(c.points_delta + c.suspended_delta)::bigint AS points, ${WORTH}
  FROM (${changes}) c JOIN segment_version v ON v.id = c.segment_version_id
 GROUP BY c.merchant_id ORDER BY nullif(c.merchant_id, 0)`;

/** The same at each merchant, by kind. */
export const changesByMerchantAndKind = (changes: string) => `
SELECT nullif(c.merchant_id, 0) AS "merchantId", c.log_type_id AS "logTypeId", nullif(c.cancelled_log_type_id, 0) AS "cancelledLogTypeId",
       sum(c.points_delta + c.suspended_delta)::bigint AS points, ${WORTH}
  FROM (${changes}) c JOIN segment_version v ON v.id = c.segment_version_id
 GROUP BY c.merchant_id, c.log_type_id, c.cancelled_log_type_id ORDER BY nullif(c.merchant_id, 0), c.log_type_id, c.cancelled_log_type_id`;

/**
 * Customers whose points changed after the marks $1 to $3, at most $4 of each kind of change, and when the last row up to the marks was made; the
 * wallets of trials among them.
 */
export const CHANGED_SINCE = `
SELECT (SELECT count(*)::int FROM (
          (SELECT e.wallet_id FROM entry e WHERE e.id > $1 ORDER BY e.id LIMIT $4)
           UNION
          (SELECT w.id FROM audit_log a JOIN wallet w ON w.wallet_code = a.subject_id
            WHERE a.id > $2 AND a.subject_type = 'wallet' ORDER BY a.id LIMIT $4)
           UNION
          (SELECT c.wallet_id FROM wallet_consent c WHERE c.id > $3 ORDER BY c.id LIMIT $4)) x) AS wallets,
       greatest((SELECT created_at FROM entry WHERE id = $1), (SELECT created_at FROM audit_log WHERE id = $2),
                (SELECT ${CONSENT_AT} FROM wallet_consent c WHERE c.id = $3)) AS at`;

/** By how much the entries between a number and the number $1 changed the spendable points, below zero where $1 is the lower one; the other is SQL. */
export const pointsMovedTo = (entryId: string) => `
(SELECT coalesce(sum(CASE WHEN e.id > ${entryId} THEN e.points_delta ELSE -e.points_delta END), 0) FROM entry e
  WHERE e.id > least(${entryId}, $1::bigint) AND e.id <= greatest(${entryId}, $1::bigint) AND ${isOfCustomer("e.wallet_id")})`;

/**
 * Coupons of customers that were neither used, ended nor expired at the moment $1, by template, with the most that one takes off; null: not
 * limited. $2: the day.
 */
export const COUPONS = `
WITH last AS (
  SELECT DISTINCT ON (coupon_id) coupon_id, kind FROM coupon_event
   WHERE $1::timestamptz <> 'infinity' AND at < $1::timestamptz ORDER BY coupon_id, id DESC),
outstanding AS (
  SELECT c.template_id, count(*)::int AS coupons FROM coupon c LEFT JOIN last ON last.coupon_id = c.id
   WHERE NOT c.is_test AND c.issued_at < $1::timestamptz AND (c.valid_until IS NULL OR c.valid_until >= $2::date)
     AND (c.voided_at IS NULL OR c.voided_at >= $1::timestamptz)
     AND CASE WHEN $1::timestamptz = 'infinity' THEN c.state = 'issued' ELSE last.kind IS DISTINCT FROM 'used' END
   GROUP BY c.template_id)
SELECT t.id, t.merchant_id AS "merchantId", t.title_en AS "nameEn", t.title_ar AS "nameAr", o.coupons,
       CASE WHEN t.discount_type = 2 THEN coalesce(t.worth, t.discount) ELSE t.worth END AS worth
  FROM outstanding o JOIN coupon_template t ON t.id = o.template_id ORDER BY t.id`;
