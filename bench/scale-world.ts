import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { REPORTS_LOCK } from "@/lib/areas/reports/rollup";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { createDataFolder, measuredEnvironment } from "./service";
import { addDeals, startObserved, type World } from "./world";

/** A service over so many wallets, each with so many entries. */
export interface ScaleWorld extends Pick<World, "database" | "points" | "service"> {
  dataDir: string;
  wallets: number;
  entries: number;
  /** How long the filling took; null where it was filled before. */
  fillSeconds: number | null;
  /** Connections of a portal. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

export interface ScaleWorldOptions {
  wallets: number;
  entriesEach: number;
  /** Where the data is kept, for a next time; absent: it is removed in the end. */
  folder: string | undefined;
}

/** Each process fills one part, so that more than one core decides and hashes. */
const FILLERS = 2;
const POOL_SIZE = 4;
/** Of the machine's memory, for the database's own: the most that PostgreSQL's manual advises. */
const MEMORY_PART = 0.4;

/** Starts a service and fills its database, if the folder does not hold a filled one. */
export async function openScaleWorld({
  wallets,
  entriesEach,
  folder,
}: ScaleWorldOptions): Promise<ScaleWorld> {
  // The report is this process's only output.
  process.env.LOG_LEVEL ??= "warn";
  const dataDir = folder === undefined ? createDataFolder() : path.resolve(folder);
  // The database's own account has to get there.
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0)) await end();
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const database = await startEmbedded({ dataDir, whenHeld: "refuse", memoryMb: databaseMemoryMb() });
    stops.unshift(() => database.stop());
    const environment = measuredEnvironment(dataDir, database);
    const { service, points } = await startObserved(database, environment, stops);
    await restReports(points);
    const fillSeconds = await fillOnce(points, environment, { wallets, entriesEach });
    await readWhole(points);
    const { rows } = await points.query<{ entries: string }>("SELECT count(*) AS entries FROM entry");
    const pool = new pg.Pool({ connectionString: database.url, max: POOL_SIZE });
    stops.unshift(() => pool.end());
    return {
      ...{ database, service, points, pool, dataDir, wallets, fillSeconds, stop },
      entries: Number(rows[0]?.entries),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Has the job that sums the log for reports find another process at it: after a fill it has the whole of it to catch up with,
 * which would be measured in one world and not in the other.
 */
async function restReports(points: pg.Client): Promise<void> {
  await points.query(`SELECT pg_advisory_lock(${REPORTS_LOCK})`);
}

/** Memory of a database of either side for its tables. */
export function databaseMemoryMb(): number {
  return Math.floor((os.totalmem() / 2 ** 20) * MEMORY_PART);
}

/** Takes all tables and indexes into the database's memory, the log last: where memory is short, what was read first is evicted. */
async function readWhole(points: pg.Client): Promise<void> {
  await points.query("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
  await points.query(
    `SELECT pg_prewarm(oid) FROM (
       SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
        ORDER BY relname = 'entry', pg_relation_size(oid) DESC) in_order`,
  );
}

/** Returns how long it took; null where nothing was to be done. */
async function fillOnce(
  points: pg.Client,
  environment: NodeJS.ProcessEnv,
  { wallets, entriesEach }: Pick<ScaleWorldOptions, "wallets" | "entriesEach">,
): Promise<number | null> {
  const { rows } = await points.query<{ made: string }>(
    "SELECT count(*) AS made FROM wallet WHERE starts_with(wallet_code, 'BENCH')",
  );
  const made = Number(rows[0]?.made);
  if (made === wallets) return null;
  if (made > 0) throw new Error(`The folder holds ${made} wallets and not ${wallets}: give another one.`);
  const startedAt = performance.now();
  const share = Math.ceil(wallets / FILLERS);
  const fillers: Promise<void>[] = [];
  for (let first = 1; first <= wallets; first += share) {
    const count = Math.min(share, wallets - first + 1);
    fillers.push(addWallets(environment, { first, count, entriesEach }));
  }
  await Promise.all(fillers);
  const seconds = (performance.now() - startedAt) / 1000;
  await addDeals(points);
  await points.query("VACUUM (FREEZE, ANALYZE)");
  return seconds;
}

async function addWallets(
  environment: NodeJS.ProcessEnv,
  { first, count, entriesEach }: { first: number; count: number; entriesEach: number },
): Promise<void> {
  const numbers = { "--first": first, "--count": count, "--entries": entriesEach };
  const child = spawn(
    process.execPath,
    [
      "bin/run.mjs",
      "demo-wallets",
      ...Object.entries(numbers).flatMap(([name, value]) => [name, String(value)]),
    ],
    { env: environment, stdio: ["ignore", "ignore", "inherit"] },
  );
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The wallets could not be added");
}
