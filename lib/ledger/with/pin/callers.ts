import type { Pool } from "pg";

/** Callers that are known to have their row, by the pool that found it out. */
const known = new WeakMap<Pool, Set<number>>();

/**
 * Makes sure that a caller has the row that a batch locks before it judges PINs that the caller typed, so that its guesses are
 * judged one after the other in all processes. Asks the database once.
 */
export async function ensurePinCaller(pool: Pool, userId: number): Promise<void> {
  const callers = known.get(pool) ?? new Set();
  if (callers.has(userId)) return;
  await pool.query("INSERT INTO pin_caller (user_id) VALUES ($1) ON CONFLICT DO NOTHING", [userId]);
  known.set(pool, callers.add(userId));
}
