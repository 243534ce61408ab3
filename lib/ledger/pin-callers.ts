import type { Pool } from "pg";

/** Callers that are known to have their row, in this process. */
const known = new Set<number>();

/**
 * Makes sure that a caller has the row that a batch locks before it judges PINs that the caller typed, so that its guesses are
 * judged one after the other in all processes. Asks the database once.
 */
export async function ensurePinCaller(pool: Pool, userId: number): Promise<void> {
  if (known.has(userId)) return;
  await pool.query("INSERT INTO pin_caller (user_id) VALUES ($1) ON CONFLICT DO NOTHING", [userId]);
  known.add(userId);
}
