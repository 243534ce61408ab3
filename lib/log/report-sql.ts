import { isOfCustomer } from "@/lib/ledger/rules/reach";
import { LOG_TYPE } from "@/lib/ledger/rules/types";

/**
 * SQL about the log and the wallets that reports are made of: the ledger's tables are named in lib/ledger only. Test wallets
 * count in no report (rules.md §14).
 */

/**
 * The entries after $1 up to $2 with their day in the time zone $3, what a cancellation undid, and the deal, which a
 * cancellation or a return has from its reward, and the cancellation of a return from the reward behind that.
 */
export const ENTRIES_WITH_DAY = `
SELECT e.id, e.wallet_id, e.seq, e.user_id, e.log_type_id, e.amount, e.points_delta, e.suspended_delta, e.amount_value, e.amount_hundredths,
       coalesce(e.merchant_id, 0) AS merchant_id, coalesce(e.branch_id, 0) AS branch_id,
       (e.created_at AT TIME ZONE $3)::date AS day,
       CASE WHEN e.log_type_id = ${LOG_TYPE.cancellation} THEN coalesce(c.log_type_id, 0) ELSE 0 END AS cancelled_log_type_id, coalesce(e.sku_id, c.sku_id, b.sku_id) AS offer_number
  FROM entry e
  LEFT JOIN LATERAL (SELECT x.log_type_id, x.sku_id, x.related_entry_id FROM entry x
                      WHERE e.log_type_id IN (${LOG_TYPE.cancellation}, ${LOG_TYPE.rewardReturn}) AND x.id = e.related_entry_id AND x.wallet_id = e.wallet_id LIMIT 1) c ON true
  LEFT JOIN LATERAL (SELECT x.sku_id FROM entry x WHERE e.log_type_id = ${LOG_TYPE.cancellation} AND c.log_type_id = ${LOG_TYPE.rewardReturn}
                        AND x.id = c.related_entry_id AND x.wallet_id = e.wallet_id LIMIT 1) b ON true
 WHERE e.id > $1 AND e.id <= $2 AND ${isOfCustomer("e.wallet_id")}`;

/**
 * Rewards and redemptions after the entry $1 up to $2 with their day and hour (0 to 23) in the time zone $3 and the segment that
 * the wallet was in.
 */
export const VISITS_WITH_HOUR = `
SELECT e.wallet_id, e.seq, e.log_type_id, e.amount, coalesce(e.merchant_id, 0) AS merchant_id, coalesce(e.branch_id, 0) AS branch_id,
       (e.created_at AT TIME ZONE $3)::date AS day, extract(hour FROM e.created_at AT TIME ZONE $3)::smallint AS hour, v.segment_id
  FROM entry e JOIN segment_version v ON v.id = e.segment_version_id
 WHERE e.id > $1 AND e.id <= $2 AND e.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward}) AND ${isOfCustomer("e.wallet_id")}`;

/** When the last entry after $1 up to $2 was made; null when there is none. */
export const LAST_ENTRY_AT = "(SELECT max(e.created_at) FROM entry e WHERE e.id > $1 AND e.id <= $2)";

/** How many entries there are after an entry, at most so many; both are SQL. */
export const entriesAfter = (entryId: string, max: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM entry e WHERE e.id > ${entryId} LIMIT ${max}) x)`;

/** By how much the entries after an entry and before a moment changed the spendable points; both are SQL. */
export const pointsMovedAfter = (entryId: string, until: string) =>
  `(SELECT coalesce(sum(e.points_delta), 0) FROM entry e WHERE e.id > ${entryId} AND e.created_at < ${until} AND ${isOfCustomer("e.wallet_id")})`;

/**
 * By how much the entries up to an entry changed the spendable points after a day's end in the zone of the reports' sums and before a moment,
 * or, below zero, the other way round: the day ended there in another zone. All are SQL.
 */
export const pointsMovedBetween = (entryId: string, day: string, until: string) =>
  `(SELECT CASE WHEN d.at = ${until}::timestamptz THEN 0 ELSE
            (SELECT coalesce(sum(CASE WHEN e.created_at < ${until} THEN e.points_delta ELSE -e.points_delta END), 0)
               FROM entry e
              WHERE e.created_at >= least(d.at, ${until}::timestamptz) AND e.created_at < greatest(d.at, ${until}::timestamptz)
                AND e.id <= ${entryId} AND ${isOfCustomer("e.wallet_id")}) END
      FROM (SELECT coalesce((SELECT (${day}::date + 1)::timestamp AT TIME ZONE c.time_zone FROM report_cursor c), ${until}::timestamptz) AS at) d)`;

/**
 * How many wallets earned or redeemed at the branch $3 of the merchant $5 (null: any) from the day $1 to the day $2, up to the entry $4.
 * One branch's part of the log is short enough to be looked through.
 */
export const WALLETS_ACTIVE_AT_BRANCH = `
SELECT count(DISTINCT e.wallet_id) AS wallets
  FROM entry e, report_cursor c
 WHERE e.branch_id = $3 AND ($5::int IS NULL OR e.merchant_id = $5) AND e.log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward}) AND e.id <= $4 AND ${isOfCustomer("e.wallet_id")}
   AND e.created_at >= ($1::date::timestamp AT TIME ZONE c.time_zone)
   AND e.created_at < (($2::date + 1)::timestamp AT TIME ZONE c.time_zone)`;
