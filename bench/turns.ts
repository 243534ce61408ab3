import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { quantile } from "./figures";
import { type LoadOptions, type LoadResult, runLoad } from "./load";
import { usageOf } from "./processes";
import type { Observed, Target } from "./world";

/** Figures of one contender in one turn. */
export interface Turn {
  requestsPerSecond: number;
  count: number;
  failures: number;
  examples: readonly string[];
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  /** Processor time for one request, in microseconds; none where it cannot be measured. */
  cpuUs?: { server: number; postgres: number; load: number };
  /** Write-ahead log for one request, in bytes. */
  walBytes: number;
  /** Memory of the largest process of the server. */
  residentBytes: number | null;
}

type Counted = Pick<Observed, "database" | "points">;

/** Loads a server and counts what it, the database and the load itself took for it. */
export const takeTurn = (world: Counted, target: Target, options: Omit<LoadOptions, "port">): Promise<Turn> =>
  counted(world, target.pid, () => runLoad({ ...options, port: target.port }));

const run = promisify(execFile);

/** Whether PostgreSQL's own pgbench is installed on this machine, and which. */
export const pgbenchVersion = (): Promise<string | null> =>
  run("pgbench", ["--version"]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );

/** Has pgbench run a script for so long, from 16 clients. */
export function takePgbenchTurn(world: Counted, url: string, script: string, seconds: number): Promise<Turn> {
  const args = `-n -c 16 -j 2 -T ${seconds} -M prepared -f`.split(" ");
  return counted(world, null, async () => {
    const { stdout } = await run("pgbench", [...args, script, url]);
    const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    const count = number(/transactions actually processed: (\d+)/);
    return {
      count,
      seconds: count / number(/tps = ([\d.]+)/),
      failures: number(/failed transactions: (\d+)/),
      examples: [],
      latenciesMs: Float64Array.of(number(/latency average = ([\d.]+)/)),
    };
  });
}

async function counted(world: Counted, pid: number | null, load: () => Promise<LoadResult>): Promise<Turn> {
  const before = await reading(world, pid);
  const { count, seconds, failures, examples, latenciesMs } = await load();
  const after = await reading(world, pid);
  const each = (one: number, other: number) => ((other - one) * 1000) / count;
  return {
    requestsPerSecond: count / seconds,
    ...{ count, failures, examples },
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    p999Ms: quantile(latenciesMs, 0.999),
    ...(before.postgres !== null &&
      after.postgres !== null && {
        cpuUs: {
          server: each(before.server?.cpuMs ?? 0, after.server?.cpuMs ?? 0),
          postgres: each(before.postgres.cpuMs, after.postgres.cpuMs),
          load: each(before.loadMs, after.loadMs),
        },
      }),
    walBytes: (after.wal - before.wal) / count,
    residentBytes: after.server?.residentBytes ?? null,
  };
}

async function reading({ database, points }: Counted, pid: number | null) {
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
