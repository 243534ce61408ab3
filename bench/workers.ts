import { rmSync } from "node:fs";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { rewards, type Spread } from "./requests";
import { createDataFolder, measuredEnvironment, median } from "./service";
import { type Turn, takeTurn } from "./turns";
import { addWallets, makeLogFiles, startObserved, stopAll } from "./world";

export interface WorkersOptions {
  /** Numbers of API workers. */
  workers: readonly number[];
  /** Numbers of lanes: batches that each worker may have under way side by side. */
  lanes: readonly number[];
  seconds: number;
  rounds: number;
  connections: number;
  wallets: number;
}

/** Rewards a second of so many workers with so many lanes each: medians of all rounds. */
export interface WorkersRow {
  workers: number;
  lanes: number;
  perSecond: Record<Load, number>;
  /** Processor time of one reward over all wallets, in microseconds; null where there is no /proc. */
  cpuUs: { server: number; postgres: number } | null;
  failures: number;
}

const LOADS = ["uniform", "hot"] as const satisfies readonly Spread[];
type Load = (typeof LOADS)[number];

/** V8 compiles what is called often, and goes on doing so for seconds. */
const WARM_UP_SECONDS = 4;

/**
 * Measures rewards with each number of API workers and lanes, in turns (A B C A B C): over all wallets, and to one wallet.
 * The service is started anew for each turn, on the same database.
 */
export async function runWorkers(options: WorkersOptions): Promise<WorkersRow[]> {
  // The report is this process's only output.
  process.env.LOG_LEVEL ??= "warn";
  const dataDir = createDataFolder();
  const database = await startEmbedded({ dataDir, whenHeld: "refuse" });
  const environment = measuredEnvironment(dataDir, database);
  const pairs = options.workers.flatMap((workers) => options.lanes.map((lanes) => ({ workers, lanes })));
  const turns = new Map(pairs.map((pair) => [pair, { uniform: [] as Turn[], hot: [] as Turn[] }]));
  try {
    await withService(database, environment, async () => addWallets(environment, options.wallets));
    await makeLogFiles(database);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const [{ workers, lanes }, taken] of turns) {
        const own = { WEB_CONCURRENCY: String(workers), LEDGER_LANES: String(lanes) };
        await withService(database, { ...environment, ...own }, async (observed) => {
          const load = (spread: Load, seconds: number) =>
            takeTurn({ ...observed, database }, observed.service, {
              seconds,
              connections: options.connections,
              requests: rewards(options.wallets, spread),
            });
          await load("uniform", WARM_UP_SECONDS);
          for (const spread of LOADS) taken[spread].push(await load(spread, options.seconds));
        });
      }
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return [...turns].map(([pair, taken]) => rowOf(pair, taken));
}

type Database = Awaited<ReturnType<typeof startEmbedded>>;

async function withService(
  database: Database,
  environment: NodeJS.ProcessEnv,
  work: (observed: Awaited<ReturnType<typeof startObserved>>) => Promise<void>,
): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await work(await startObserved(database, environment, stops));
  } finally {
    await stopAll(stops);
  }
}

function rowOf(pair: { workers: number; lanes: number }, taken: Record<Load, Turn[]>): WorkersRow {
  const rate = (turns: readonly Turn[]) => median(turns.map(({ requestsPerSecond }) => requestsPerSecond));
  const used = taken.uniform.flatMap(({ cpuUs }) => cpuUs ?? []);
  return {
    ...pair,
    perSecond: { uniform: rate(taken.uniform), hot: rate(taken.hot) },
    cpuUs:
      used.length === 0
        ? null
        : {
            server: median(used.map(({ server }) => server)),
            postgres: median(used.map(({ postgres }) => postgres)),
          },
    failures: [...taken.uniform, ...taken.hot].reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** The rows as a table, each rate also as a part of that of one worker with two lanes, as the service has by itself. */
export function describeWorkers(rows: readonly WorkersRow[]): string {
  const base = rows.find(({ workers, lanes }) => workers === 1 && lanes === 2) ?? rows[0];
  const cell = (row: WorkersRow, load: Load) =>
    `${Math.round(row.perSecond[load])} (${(row.perSecond[load] / (base?.perSecond[load] ?? Number.NaN)).toFixed(2)})`;
  return [
    "| API workers | lanes each | rewards a second | to one wallet | µs of Node and PostgreSQL |",
    "|---|---|---|---|---|",
    ...rows.map((row) => {
      const cpu =
        row.cpuUs === null ? "" : `${Math.round(row.cpuUs.server)} + ${Math.round(row.cpuUs.postgres)}`;
      return `| ${row.workers} | ${row.lanes} | ${cell(row, "uniform")} | ${cell(row, "hot")} | ${cpu} |`;
    }),
  ].join("\n");
}
