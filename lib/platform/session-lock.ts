import type { Pool, PoolClient } from "pg";
import { checkOut } from "./transaction";

/** A job's name and, of several jobs of the same kind, which one (32 bits). */
export type LockKey = readonly [name: string, number: number];

const KEY = "hashtext('points-service ' || $1), $2::int";

/**
 * Does `work` on a connection that holds the lock `key`, for as long as it takes; null when another one holds it. The lock
 * belongs to the connection: it goes free when the process dies. After a failure it is given back before the connection
 * is closed, because the database notices a closed connection only some time later, and the next try would find it held.
 */
export async function withSessionLock<T>(
  pool: Pool,
  key: LockKey,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | null> {
  const { client, release } = await checkOut(pool);
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS held`, [
      ...key,
    ]);
    if (rows[0]?.held !== true) return null;
    try {
      return await work(client);
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${KEY})`, [...key]).catch((error: Error) => {
        failure = error;
      });
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    release(failure);
  }
}
