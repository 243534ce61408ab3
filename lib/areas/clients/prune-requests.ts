import type { Pool } from "pg";
import { forgetSignatures } from "./used-signatures";

/** How many of a client's requests are kept: so many successes, and as many refusals. */
export const KEPT_OF_EACH_KIND = 1_000;
/** And for how long. */
export const KEPT_DAYS = 7;
/** For how long the counts by hour are kept. */
export const COUNTS_KEPT_DAYS = 90;

const DAY_MS = 24 * 3_600_000;

const TOO_MANY = `
DELETE FROM api_request r
 USING (SELECT c.id AS client_id, kind.is_success,
               (SELECT x.id FROM api_request x WHERE x.client_id = c.id AND (x.code = 0) = kind.is_success
                 ORDER BY x.id DESC OFFSET ${KEPT_OF_EACH_KIND} LIMIT 1) AS last_id
          FROM api_client c CROSS JOIN (VALUES (true), (false)) AS kind (is_success)
         WHERE $1::int[] IS NULL OR c.id = ANY ($1)) AS surplus
 WHERE r.client_id = surplus.client_id AND (r.code = 0) = surplus.is_success AND r.id <= surplus.last_id`;

/**
 * Removes requests above the number or age that is kept. Run about once a minute by the writer of requests, for the
 * clients that called, and now and then for all. Safe in several processes at once.
 */
export async function pruneTraffic(
  pool: Pool,
  { now, clientIds = null }: { now: Date; clientIds?: readonly number[] | null },
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await pool.query(TOO_MANY, [clientIds]);
  await pool.query("DELETE FROM api_request WHERE at < $1", [before(KEPT_DAYS)]);
  await pool.query("DELETE FROM api_client_hour WHERE hour < $1", [before(COUNTS_KEPT_DAYS)]);
  await pool.query("DELETE FROM api_count_writer WHERE written_at < $1", [before(1)]);
  await forgetSignatures(pool, now);
}
