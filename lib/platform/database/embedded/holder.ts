import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

export interface EmbeddedOptions {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Behaviour when another process of the service already holds this database: the service refuses, a command line tool shares it. */
  whenHeld: "refuse" | "share";
  /** Memory for its tables, in MB; absent: as the settings say (DATABASE_MEMORY_MB). */
  memoryMb?: number;
  /** Settings of PostgreSQL on top of the service's own. */
  settings?: Readonly<Record<string, string>>;
  /** True when the holder of the database is about to stop it; absent: only after `stop`. */
  isStopping?: () => boolean;
  /** Called when the database was lost for good: it stopped and another process took it over. */
  onLost?: (error: Error) => void;
}

/** Another process of the service runs on the same data folder. */
export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";
}

/** Advisory lock, in the maintenance database, of the process that holds the embedded server. Any constant would do. */
const HOLDER_LOCK = 7_305_112_019;

/** A killed holder's session can outlive it by a moment; so long a new start waits before it refuses. */
const HOLDER_GRACE_MS = 2_000;

/** True when this process now holds the database, false when it may share it with the process that does. */
export async function takeHold(session: pg.Client, options: EmbeddedOptions): Promise<boolean> {
  const deadline = performance.now() + (options.whenHeld === "share" ? 0 : HOLDER_GRACE_MS);
  for (;;) {
    const { rows } = await session.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [
      HOLDER_LOCK,
    ]);
    if (rows[0]?.held) return true;
    if (performance.now() >= deadline) break;
    await delay(100);
  }
  if (options.whenHeld === "share") return false;
  const holder = await nameHolder(session);
  throw new DatabaseInUseError(
    `${options.dataDir} is in use by the service that runs as process ${holder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

async function nameHolder(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted
        AND (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [HOLDER_LOCK],
  );
  return rows[0]?.name.split(" ").at(-1) ?? "unknown";
}
