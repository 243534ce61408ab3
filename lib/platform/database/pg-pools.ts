import pg from "pg";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { poolConfig } from "./connection";

/** Connections of the readiness check: its own, so that a busy service is not taken for a broken one. */
const HEALTH_POOL_SIZE_MAX = 1;
/** A database that does not answer within it is not ready; the next check gets another connection. */
const HEALTH_TIMEOUT_MS = 3_000;

const pools = () => processSingleton("pools", () => new Map<string, pg.Pool>());

function pool(purpose: string, config: () => pg.PoolConfig): pg.Pool {
  const known = pools().get(purpose);
  if (known !== undefined) return known;
  const opened = new pg.Pool(config());
  // A broken connection leaves the pool and the next query opens another. The pool listens to idle connections only; an
  // unhandled error of a busy one would end the process although its query fails anyway. A closed pool does not wait
  // for its connections to end.
  opened.on("error", (error) => {
    if (!opened.ending) log().warn({ err: error, purpose }, "A database connection was lost");
  });
  opened.on("connect", (client) => client.on("error", () => undefined));
  pools().set(purpose, opened);
  return opened;
}

/** A connection for each batch of movements that may be under way: whatever else the process reads, none of them waits for one. */
export function lanesPool(): pg.Pool {
  return pool("lanes", () => poolConfig("lanes", env().ledgerLanes, { plansOnce: true }));
}

/** The connections of what the points operations read: quotes, and movements asked about. */
export function ledgerPool(): pg.Pool {
  return pool("ledger", () => poolConfig("ledger", env().ledgerPoolSizeMax, { plansOnce: true }));
}

/** The connections of everything else, apart from those of the points operations: reports must not starve the till. */
export function portalPool(): pg.Pool {
  return pool("portal", () => poolConfig("portal", env().portalPoolSizeMax));
}

/** The connections to the standby server of `REPORTS_DATABASE_URL`. */
export function reportsPool(): pg.Pool {
  const { reportsDatabaseUrl: url, portalPoolSizeMax } = env();
  return pool("reports", () => poolConfig("reports", portalPoolSizeMax, { url }));
}

/** The readiness check's connection. */
export function healthPool(): pg.Pool {
  return pool("health", () => ({
    ...poolConfig("health", HEALTH_POOL_SIZE_MAX),
    query_timeout: HEALTH_TIMEOUT_MS,
  }));
}

export interface PoolUsage {
  purpose: string;
  /** Connections at work. */
  busy: number;
  idle: number;
  /** Callers waiting for a connection. */
  waiting: number;
}

/** How the pools are used at this moment, for the metrics. */
export function poolUsage(): PoolUsage[] {
  return [...pools()].map(([purpose, { totalCount, idleCount, waitingCount }]) => ({
    purpose,
    busy: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }));
}

/** Closes every pool once what runs on it has finished. After it the process can use the database no more. */
export async function closePools(): Promise<void> {
  await Promise.all([...pools().values()].map((open) => (open.ending ? undefined : open.end())));
}
