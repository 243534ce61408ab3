import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type LoadOptions, type LoadResult, runLoad } from "./load";
import { usageOf } from "./processes";
import { quantile } from "./service";
import type { Target, World } from "./world";

/** Figures of one contender in one turn. */
export interface Turn {
  requestsPerSecond: number;
  count: number;
  failures: number;
  examples: readonly string[];
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Processor time for one request, in microseconds; null where it cannot be measured. */
  cpuUs: { server: number; postgres: number; load: number } | null;
  /** Write-ahead log for one request, in bytes. */
  walBytes: number;
  /** Memory of the largest process of the server. */
  residentBytes: number | null;
}

/** Where what the database does is read. */
type Observed = Pick<World, "database" | "points">;

/** Loads a server and counts what it, the database and the load itself took for it. */
export async function takeTurn(
  world: Observed,
  target: Target,
  options: Omit<LoadOptions, "port">,
): Promise<Turn> {
  return await counted(world, target.pid, () => runLoad({ ...options, port: target.port }));
}

const PGBENCH_CLIENTS = 16;
const run = promisify(execFile);

/** Whether PostgreSQL's own pgbench is installed on this machine, and which. */
export async function pgbenchVersion(): Promise<string | null> {
  try {
    return (await run("pgbench", ["--version"])).stdout.trim();
  } catch {
    return null;
  }
}

/** Has pgbench run a script for so long. */
export async function takePgbenchTurn(
  world: World,
  url: string,
  { script, seconds }: { script: string; seconds: number },
): Promise<Turn> {
  const args = [
    "-n",
    "-c",
    String(PGBENCH_CLIENTS),
    "-j",
    "2",
    "-T",
    String(seconds),
    "-M",
    "prepared",
    "-f",
    script,
    url,
  ];
  return await counted(world, null, async () => {
    const { stdout } = await run("pgbench", args);
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    const count = number(/transactions actually processed: (\d+)/);
    const latency = number(/latency average = ([\d.]+)/);
    return {
      count,
      seconds: count / number(/tps = ([\d.]+)/),
      failures: number(/failed transactions: (\d+)/),
      examples: [],
      latenciesMs: Float64Array.of(latency),
    };
  });
}

async function counted(world: Observed, pid: number | null, load: () => Promise<LoadResult>): Promise<Turn> {
  const before = await reading(world, pid);
  const result = await load();
  const after = await reading(world, pid);
  const { count, seconds, failures, examples, latenciesMs } = result;
  const each = (one: number, other: number) => ((other - one) * 1000) / count;
  return {
    requestsPerSecond: count / seconds,
    count,
    failures,
    examples,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    p999Ms: quantile(latenciesMs, 0.999),
    cpuUs:
      before.postgres === null || after.postgres === null
        ? null
        : {
            server: each(before.server?.cpuMs ?? 0, after.server?.cpuMs ?? 0),
            postgres: each(before.postgres.cpuMs, after.postgres.cpuMs),
            load: each(before.loadMs, after.loadMs),
          },
    walBytes: (after.wal - before.wal) / count,
    residentBytes: after.server?.residentBytes ?? null,
  };
}

async function reading({ database, points }: Observed, pid: number | null) {
  const { rows } = await points.query<{ wal: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal",
  );
  const { user, system } = process.cpuUsage();
  return {
    server: pid === null ? null : usageOf(pid),
    postgres: usageOf(database.serverPid()),
    loadMs: (user + system) / 1000,
    wal: Number(rows[0]?.wal),
  };
}
