import pg from "pg";
import { proveSession } from "@/lib/platform/database/act-rows";
import { completeEnv } from "@/lib/platform/env";

/** The secret of every service in tests, and so of sessions that pass for theirs. */
export const TESTS_SECRET = "only-for-tests-only-for-tests-only-for-tests";

/** Connections of a harness that changes sealed rows as the service does: the service uses none that a stranger has changed. */
export function provenPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  completeEnv({ sessionSecret: TESTS_SECRET });
  const pool = new pg.Pool({ ...options, connectionString, onConnect: proveSession });
  // Sessions are ended from the other side when the database is removed or a test breaks them.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
