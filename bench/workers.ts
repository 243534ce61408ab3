import { inTurns, middle, table, whole } from "./figures";
import { rewards, type Spread } from "./requests";
import { inFolder, measuredEnvironment, startDatabase } from "./service";
import { type Turn, takeTurn } from "./turns";
import { addWallets, makeLogFiles, type Observed, startObserved, stopAll } from "./world";

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

interface Pair {
  workers: number;
  lanes: number;
}

const LOADS = ["uniform", "hot"] as const satisfies readonly Spread[];
type Load = (typeof LOADS)[number];
export type WorkersTurns = Map<Pair, Record<Load, Turn>[]>;

/** V8 compiles what is called often, and goes on doing so for seconds. */
const WARM_UP_SECONDS = 4;

/**
 * Measures rewards with each number of API workers and lanes, in turns: over all wallets, and to one wallet.
 * The service is started anew for each turn, on the same database.
 */
export function runWorkers({ workers, lanes, ...options }: WorkersOptions): Promise<WorkersTurns> {
  const { seconds, rounds, connections, wallets } = options;
  return inFolder(async (dataDir) => {
    const database = await startDatabase(dataDir);
    const environment = measuredEnvironment(dataDir, database);
    const withService = async <Result>(
      own: Readonly<Record<string, string>>,
      work: (observed: Observed) => Promise<Result>,
    ) => {
      const stops: (() => Promise<unknown>)[] = [];
      try {
        return await work(await startObserved(database, { ...environment, ...own }, stops));
      } finally {
        await stopAll(stops);
      }
    };
    try {
      await withService({}, () => addWallets(environment, { count: wallets }));
      await makeLogFiles(database);
      const pairs = workers.flatMap((count) => lanes.map((each) => ({ workers: count, lanes: each })));
      return await inTurns(pairs, rounds, (pair) =>
        withService(
          { WEB_CONCURRENCY: String(pair.workers), LEDGER_LANES: String(pair.lanes) },
          async (observed) => {
            const take = (spread: Load, length = seconds) =>
              takeTurn(observed, observed.service, {
                ...{ seconds: length, connections, requests: rewards(wallets, spread) },
              });
            await take("uniform", WARM_UP_SECONDS);
            return { uniform: await take("uniform"), hot: await take("hot") };
          },
        ),
      );
    } finally {
      await database.stop();
    }
  });
}

/** The medians as a table, each rate also as a part of that of one worker with two lanes, as the service has by itself. */
export function describeWorkers(turns: WorkersTurns): string {
  const rate = (taken: readonly Record<Load, Turn>[], load: Load) =>
    middle(taken, (turn) => turn[load].requestsPerSecond);
  const [first] = turns.values();
  const own = [...turns].find(([{ workers, lanes }]) => workers === 1 && lanes === 2)?.[1] ?? first ?? [];
  return table(
    ["API workers", "lanes each", "rewards a second", "to one wallet", "µs of Node and PostgreSQL"],
    [...turns].map(([{ workers, lanes }, taken]) => [
      ...[workers, lanes],
      ...LOADS.map(
        (load) => `${whole(rate(taken, load))} (${(rate(taken, load) / rate(own, load)).toFixed(2)})`,
      ),
      (["server", "postgres"] as const)
        .map((of) => whole(middle(taken, ({ uniform }) => uniform.cpuUs?.[of])))
        .join(" + "),
    ]),
  );
}
