import type { Pool } from "pg";
import type { Entry } from "./types";

/**
 * Whether all points of a reward have lapsed (`isExpired`; rules.md §2). Points of a lot are spent oldest first,
 * so when a lot lapses it is its newest rewards that lapse whole.
 */
export async function isExpiredReward(pool: Pool, entry: Entry): Promise<boolean> {
  if (entry.logTypeId !== 2 || entry.expiresOn === null) return false;
  const { rows } = await pool.query<{ is_expired: boolean }>(
    "SELECT lapsed_from_seq <= $3 AS is_expired FROM lot WHERE wallet_id = $1 AND expires_on = $2",
    [entry.walletId, entry.expiresOn, entry.seq],
  );
  return rows[0]?.is_expired ?? false;
}
