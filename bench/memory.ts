import { type WorkerKind, workersOf } from "./processes";
import { rewards } from "./requests";
import { type Turn, takeTurn } from "./turns";
import { inWorld, type World } from "./world";

export interface MemoryOptions {
  minutes: number;
  connections: number;
  wallets: number;
  /** Rewards a second; absent: three quarters of the maximum. */
  rate?: number;
}

const MAXIMUM_SECONDS = 10;
const PART = 0.75;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** A shop's, for which the log of a day is told. */
const USUAL_RATE = 20;

/**
 * Loads the service for a long while and reads its memory every minute: what grows here is a leak. `say` is told a line for each, and in the
 * end one with the room that database, write-ahead log and log took. The service's log is that of a service in use.
 */
export function runMemory(
  { minutes, connections, wallets, rate }: MemoryOptions,
  say: (line: string) => void,
): Promise<void> {
  return inWorld({ wallets, environment: { LOG_LEVEL: "info" } }, async (world) => {
    const load = (seconds: number, wanted?: number) =>
      takeTurn(world, world.service, {
        // The service closes connections on which nothing is asked for ten seconds.
        ...{ seconds, connections: Math.min(connections, wanted ?? connections) },
        requests: rewards(wallets, "uniform"),
        ...(wanted !== undefined && { rate: wanted }),
      });
    const wanted = rate ?? Math.round(PART * (await maximumOf(load)));
    const before = await readRoom(world);
    for (let minute = 1; minute <= minutes; minute += 1) {
      const { requestsPerSecond, failures } = await load(MINUTE_SECONDS, wanted);
      const held = `API worker ${residentMb(world.service.pid, "api")} MB, page worker ${residentMb(world.service.pid, "pages")} MB`;
      say(`minute ${minute}: ${held} at ${Math.round(requestsPerSecond)} rewards/s, ${failures} failures`);
    }
    say(describeRoom(before, await readRoom(world)));
  });
}

/** The first turn warms the service up: what is compiled meanwhile is no part of the maximum. */
async function maximumOf(load: (seconds: number) => Promise<Turn>): Promise<number> {
  await load(MAXIMUM_SECONDS);
  return (await load(MAXIMUM_SECONDS)).requestsPerSecond;
}

interface Room {
  entries: number;
  databaseBytes: number;
  walBytes: number;
  logBytes: number;
}

async function readRoom({ points, service }: World): Promise<Room> {
  const { rows } = await points.query<Record<"entries" | "database" | "wal", string>>(
    `SELECT (SELECT count(*) FROM entry) AS entries, pg_database_size(current_database()) AS database,
            pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal`,
  );
  const [row] = rows;
  return {
    entries: Number(row?.entries),
    databaseBytes: Number(row?.database),
    walBytes: Number(row?.wal),
    logBytes: service.printedBytes(),
  };
}

function describeRoom(before: Room, after: Room): string {
  const entries = after.entries - before.entries;
  const each = (of: Exclude<keyof Room, "entries">) => (after[of] - before[of]) / entries;
  const gb = (bytes: number) => (bytes / 1e3).toFixed(2);
  const day = Math.round((each("logBytes") * USUAL_RATE * DAY_SECONDS) / 1e6);
  return (
    `${entries.toLocaleString("en")} movements: for a million ${gb(each("databaseBytes"))} GB of database, ${gb(each("walBytes"))} GB of write-ahead log, ` +
    `${gb(each("logBytes"))} GB of log, which at ${USUAL_RATE} a second is ${day} MB a day`
  );
}

/** Memory of the worker of a kind that holds most; 0 where there is no /proc. */
function residentMb(root: number, wanted: WorkerKind): number {
  const workers = workersOf(root).filter(({ kind }) => kind === wanted);
  return Math.round(Math.max(0, ...workers.map(({ residentBytes }) => residentBytes / 1e6)));
}
