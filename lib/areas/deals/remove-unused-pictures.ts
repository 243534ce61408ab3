import type { Pool, PoolClient } from "pg";
import { inTransaction } from "@/lib/platform/transaction";

/** A picture that no deal, no merchant and no programme has had for so long is removed. */
export const UNUSED_KEPT_MS = 24 * 3_600_000;
/** Pictures that are removed in one transaction at most. */
const REMOVED_AT_ONCE_MAX = 100;

const IS_USED = `(EXISTS (SELECT 1 FROM deal d WHERE d.image_hash = i.hash) OR EXISTS (SELECT 1 FROM merchant m WHERE m.image_hash = i.hash)
   OR EXISTS (SELECT 1 FROM programme p WHERE p.logo_hash = i.hash))`;

/** Marks pictures found unused now, and unmarks used ones. */
const MARK = `
UPDATE image i SET unused_since = CASE WHEN ${IS_USED} THEN NULL ELSE $1::timestamptz END
 WHERE (i.unused_since IS NULL) <> ${IS_USED}`;

/** A picture that a person is just giving to a deal is locked by that, and left for another time. */
const LOCK = `
SELECT i.hash FROM image i WHERE i.unused_since <= $1 ORDER BY i.hash LIMIT ${REMOVED_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED`;

const REMOVE = `DELETE FROM image i WHERE i.hash = ANY ($1) AND NOT ${IS_USED}`;

/**
 * Removes the pictures that were uploaded or taken off and have been at no deal and no merchant for a day. A deal that is
 * saved with such a picture at that moment either keeps it or is refused as one whose picture is not there. Safe to run
 * at once in several processes.
 * @returns how many were removed
 */
export async function removeUnusedPictures(pool: Pool, { now }: { now: Date }): Promise<number> {
  await pool.query(MARK, [now]);
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  let removed = 0;
  for (;;) {
    const { locked, count } = await inTransaction(pool, (client) => removeSome(client, before));
    removed += count;
    if (locked < REMOVED_AT_ONCE_MAX || count === 0) return removed;
  }
}

/** Locks first and looks again in a later statement: whatever took a picture into use before is seen, and nothing can after. */
async function removeSome(client: PoolClient, before: Date): Promise<{ locked: number; count: number }> {
  const { rows } = await client.query<{ hash: string }>(LOCK, [before]);
  const { rowCount } = await client.query(REMOVE, [rows.map(({ hash }) => hash)]);
  return { locked: rows.length, count: rowCount ?? 0 };
}
