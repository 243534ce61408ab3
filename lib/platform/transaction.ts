import type { ClientBase, Pool, PoolClient } from "pg";

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

export interface TransactionOptions<Result> {
  /** "snapshot": every statement sees the same moment's state, and none changes it. */
  mode?: "snapshot";
  /** For this transaction instead of the session's limits, which are for requests: milliseconds, 0 for none. */
  timeLimitMs?: number;
  /** Whether what was written is kept; always when absent. */
  isKept?: (result: Result) => boolean;
}

/**
 * Does `work` in one transaction on a connection of the pool and resolves once it is committed. When `work` fails nothing
 * of it is kept, and the connection is closed: that ends its transaction whatever state it is in.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  options: TransactionOptions<Result> = {},
): Promise<Result> {
  const { client, release } = await checkOut(pool);
  try {
    const result = await carryOut(client, () => work(client), options);
    release();
    return result;
  } catch (error) {
    release(error instanceof Error ? error : true);
    throw error;
  }
}

/** {@link inTransaction} on a connection that the caller holds, and goes on using after a failure. */
export async function inTransactionOn<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  options: TransactionOptions<Result> = {},
): Promise<Result> {
  try {
    return await carryOut(client, work, options);
  } catch (error) {
    // On a broken connection this fails as well, and the server has rolled back by itself.
    await client.query("ROLLBACK").catch(ignore);
    throw error;
  }
}

async function carryOut<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  { mode, timeLimitMs, isKept = () => true }: TransactionOptions<Result>,
): Promise<Result> {
  await client.query(mode === "snapshot" ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
  if (timeLimitMs !== undefined) await client.query(SET_TIME_LIMITS, [`${timeLimitMs}ms`]);
  const result = await work();
  await client.query(isKept(result) ? "COMMIT" : "ROLLBACK");
  return result;
}

/** `transaction_timeout` exists from PostgreSQL 17. */
export const SET_TIME_LIMITS = `
SELECT set_config(name, $1, true) FROM pg_settings
 WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
