import type { Pool, PoolClient } from "pg";

/** A connection out of the pool, to be given back exactly once. */
export interface CheckedOut {
  client: PoolClient;
  /** Gives the connection back; with `broken` it is closed instead of used again. */
  release(broken?: Error | boolean): void;
}

/**
 * Takes a connection out of the pool. When it breaks while it is out, the statement under way fails and says so; the
 * connection's own alarm is heard here and nowhere else, because an alarm that nobody hears ends the whole process.
 */
export async function checkOut(pool: Pool): Promise<CheckedOut> {
  const client = await pool.connect();
  client.on("error", ignore);
  return {
    client,
    release: (broken) => {
      // The pool listens again before this listener goes.
      client.release(broken);
      client.off("error", ignore);
    },
  };
}

function ignore(): void {}
