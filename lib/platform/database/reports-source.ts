import type { Pool } from "pg";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { portalPool, reportsPool } from "./pg-pools";

/** Where reports and files are read. */
export interface ReportsSource {
  pool: Pool;
  /** Seconds by which a copy is behind the database that takes the movements; null: it is that database itself. */
  lagSeconds: number | null;
}

/** A copy that is further behind is not read: its figures would be of another part of the day. */
const LAG_MAX_SECONDS = 300;
/** After a failure the copy is left alone for so long, so that not every report waits for it. */
const REST_MS = 15_000;

const state = () => processSingleton("reports-source", () => ({ restsUntil: 0 }));

/**
 * The copy of `REPORTS_DATABASE_URL`, when one is set, answers and is not too far behind; otherwise the database itself.
 * Movements never go there.
 */
export async function reportsSource(): Promise<ReportsSource> {
  const own = { pool: portalPool(), lagSeconds: null };
  if (env().reportsDatabaseUrl === undefined || performance.now() < state().restsUntil) return own;
  try {
    const lagSeconds = await lagOf({ copy: reportsPool(), database: portalPool() });
    if (lagSeconds <= LAG_MAX_SECONDS) return { pool: reportsPool(), lagSeconds };
    log().warn(
      { lagSeconds },
      "The copy for reports is too far behind: reports are read from the database itself",
    );
  } catch (error) {
    log().warn(
      { err: error },
      "The copy for reports does not answer: reports are read from the database itself",
    );
  }
  state().restsUntil = performance.now() + REST_MS;
  return own;
}

/**
 * Seconds by which a copy is behind, 0 when it has everything that the database had when it was asked. Rejects when either
 * does not answer, or when the copy is no standby server: how far such a one is behind cannot be told.
 */
export async function lagOf({ copy, database }: { copy: Pool; database: Pool }): Promise<number> {
  const { rows: written } = await database.query<{ at: string }>("SELECT pg_current_wal_lsn()::text AS at");
  const { rows: replayed } = await copy.query<{ is_standby: boolean; lag: number | null }>(
    `SELECT pg_is_in_recovery() AS is_standby,
            CASE WHEN pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 0
                 ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END::float8 AS lag`,
    [written[0]?.at],
  );
  const [found] = replayed;
  if (found === undefined || !found.is_standby)
    throw new Error("The database of REPORTS_DATABASE_URL is no standby server.");
  // Nothing was replayed since it started: it may be behind by anything.
  return Math.max(0, found.lag ?? Number.POSITIVE_INFINITY);
}
