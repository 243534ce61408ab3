import type { ClientBase, ClientConfig, PoolConfig } from "pg";
import { env } from "@/lib/platform/env";

/** How long a dead peer may go unnoticed on an idle connection before the system starts to ask. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** On top of what the server allows a statement: who has no answer by then will not get one on this connection. */
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

/** What every connection of the service has in common. */
export function connectionConfig(purpose: string): ClientConfig {
  return {
    connectionString: databaseUrl(),
    connectionTimeoutMillis: env().databaseTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: `points-service ${purpose}`,
  };
}

/**
 * A bounded pool that lets nobody wait for ever: not for a connection, a lock, a statement or a transaction, nor for a server
 * that has vanished without a word, whose connections the system would keep for a quarter of an hour. Connections stay
 * open when nothing is to be done: a new one has to find its way in the database's memory and to plan every statement again.
 * With `plansOnce` a prepared statement is planned once for all values, for pools whose statements are written for that.
 */
export function poolConfig(
  purpose: string,
  max: number,
  { plansOnce = false }: { plansOnce?: boolean } = {},
): PoolConfig {
  const { databaseTimeoutMs } = env();
  return {
    ...connectionConfig(purpose),
    max,
    query_timeout: databaseTimeoutMs + SILENCE_MARGIN_MS,
    idleTimeoutMillis: 0,
    onConnect: (client) => limitSession(client, databaseTimeoutMs, plansOnce),
  };
}

/**
 * Gives a new session its time limits. The time zone is UTC because the Prisma adapter reads and writes timestamps as
 * UTC whatever the session says. `transaction_timeout` exists from PostgreSQL 17; an older server goes without.
 */
async function limitSession(client: ClientBase, timeoutMs: number, plansOnce: boolean): Promise<void> {
  await client.query(
    `SELECT set_config(wanted.name, wanted.setting, false)
       FROM (VALUES ('TimeZone', 'UTC'),
                    ('plan_cache_mode', $2),
                    ('statement_timeout', $1),
                    ('lock_timeout', $1),
                    ('idle_in_transaction_session_timeout', $1),
                    ('transaction_timeout', $1)) AS wanted (name, setting)
       JOIN pg_settings USING (name)`,
    [`${timeoutMs}ms`, plansOnce ? "force_generic_plan" : "auto"],
  );
}
