import { type WorkerKind, workersOf } from "./processes";
import { rewards } from "./requests";
import { takeTurn } from "./turns";
import { inWorld } from "./world";

export interface MemoryOptions {
  minutes: number;
  connections: number;
  wallets: number;
}

const MAXIMUM_SECONDS = 10;
const PART = 0.75;
const MINUTE_SECONDS = 60;

/**
 * Loads the service for a long while at three quarters of what it can do, and reads its memory every minute: what grows
 * here is a leak. `say` is told a line for each.
 */
export function runMemory(
  { minutes, connections, wallets }: MemoryOptions,
  say: (line: string) => void,
): Promise<void> {
  return inWorld({ wallets }, async (world) => {
    const load = (seconds: number, rate?: number) =>
      takeTurn(world, world.service, {
        ...{ seconds, connections, requests: rewards(wallets, "uniform") },
        ...(rate !== undefined && { rate }),
      });
    // The first warms it up: what is compiled meanwhile is no part of the maximum.
    await load(MAXIMUM_SECONDS);
    const { requestsPerSecond: maximum } = await load(MAXIMUM_SECONDS);
    for (let minute = 1; minute <= minutes; minute += 1) {
      const { requestsPerSecond, failures } = await load(MINUTE_SECONDS, Math.round(maximum * PART));
      const held = `API worker ${residentMb(world.service.pid, "api")} MB, page worker ${residentMb(world.service.pid, "pages")} MB`;
      say(`minute ${minute}: ${held} at ${Math.round(requestsPerSecond)} rewards/s, ${failures} failures`);
    }
  });
}

/** Memory of the worker of a kind that holds most; 0 where there is no /proc. */
function residentMb(root: number, wanted: WorkerKind): number {
  const workers = workersOf(root).filter(({ kind }) => kind === wanted);
  return Math.round(Math.max(0, ...workers.map(({ residentBytes }) => residentBytes / 1e6)));
}
