import type { ClientBase, ClientConfig, PoolConfig } from "pg";
import { env } from "@/lib/platform/env";
import { proveSession, sessionToken } from "./act-rows";

/** How long a dead peer may go unnoticed on an idle connection before the system starts to ask. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Added to the server's own limit for a statement: after that no answer will come on this connection. */
export const SILENCE_MARGIN_MS = 1_000;

/**
 * The address of the database.
 * @throws Error while the embedded database has not been started.
 */
export function databaseUrl(): string {
  const { databaseUrl: url } = env();
  if (url === undefined)
    throw new Error("The database has not been started. Start the service with npm start.");
  return url;
}

/**
 * Settings of every connection of the service; to the database, where no other `url` is given. A pool's connections say that they are the
 * service's; a single one that writes does so by `proveSession`.
 */
export function connectionConfig(
  purpose: string,
  url = databaseUrl(),
): ClientConfig & Pick<PoolConfig, "onConnect"> {
  return {
    connectionString: url,
    connectionTimeoutMillis: env().databaseTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: `points-service ${purpose}`,
    onConnect: proveSession,
  };
}

/**
 * A bounded pool in which every wait has a limit: for a connection, a lock, a statement, a transaction, and for a
 * server that vanished without closing its connections. Idle connections stay open: a new one plans every statement
 * again. With `plansOnce` a prepared statement is planned once for all values. Without `waitsForDisk` a commit may be lost
 * with the server's machine, until a later commit of another pool has waited: for work that can be done again.
 */
export function poolConfig(
  purpose: string,
  max: number,
  {
    plansOnce = false,
    waitsForDisk = true,
    url,
  }: { plansOnce?: boolean; waitsForDisk?: boolean; url?: string | undefined } = {},
): PoolConfig {
  const { databaseTimeoutMs } = env();
  return {
    ...connectionConfig(purpose, url),
    max,
    query_timeout: databaseTimeoutMs + SILENCE_MARGIN_MS,
    idleTimeoutMillis: 0,
    onConnect: (client) => limitSession(client, { timeoutMs: databaseTimeoutMs, plansOnce, waitsForDisk }),
  };
}

/**
 * Gives a new session its time limits. The time zone is UTC because the Prisma adapter reads and writes timestamps as
 * UTC whatever the session says. `transaction_timeout` exists from PostgreSQL 17; an older server goes without. The token says that the session is
 * the service's own.
 */
async function limitSession(
  client: ClientBase,
  { timeoutMs, plansOnce, waitsForDisk }: { timeoutMs: number; plansOnce: boolean; waitsForDisk: boolean },
): Promise<void> {
  await client.query(
    `SELECT set_config(wanted.name, wanted.setting, false), set_config('points.proof', $3, false)
       FROM (VALUES ('TimeZone', 'UTC'),
                    ('plan_cache_mode', $2),
                    ('statement_timeout', $1),
                    ('lock_timeout', $1),
                    ('idle_in_transaction_session_timeout', $1),
                    ('transaction_timeout', $1)) AS wanted (name, setting)
       JOIN pg_settings USING (name)`,
    [`${timeoutMs}ms`, plansOnce ? "force_generic_plan" : "auto", sessionToken() ?? ""],
  );
  if (!waitsForDisk) await client.query("SET synchronous_commit = off");
}
