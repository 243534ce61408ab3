import { rmSync } from "node:fs";
import { type WorkerKind, workersOf } from "./processes";
import { rewards } from "./requests";
import { createDataFolder } from "./service";
import { takeTurn } from "./turns";
import { createWorld } from "./world";

export interface MemoryOptions {
  minutes: number;
  connections: number;
  wallets: number;
}

/** Memory of the service's workers after a number of minutes at a fixed rate of rewards. */
export interface MemoryReading {
  minute: number;
  /** Of the worker of each kind that holds most; none where there is no /proc. */
  residentMb: Partial<Record<WorkerKind, number>>;
  perSecond: number;
  failures: number;
}

const MAXIMUM_SECONDS = 10;
const PART = 0.75;
const MINUTE_SECONDS = 60;

/**
 * Loads the service for a long while at three quarters of what it can do, and reads its memory every minute: what grows
 * here is a leak. `onReading` is told each as it is taken.
 */
export async function runMemory(
  { minutes, connections, wallets }: MemoryOptions,
  onReading: (reading: MemoryReading) => void,
): Promise<void> {
  const dataDir = createDataFolder();
  const world = await createWorld({ dataDir, wallets });
  try {
    const load = (seconds: number, rate?: number) =>
      takeTurn(world, world.service, {
        seconds,
        connections,
        requests: rewards(wallets, "uniform"),
        ...(rate === undefined ? {} : { rate }),
      });
    // The first warms it up: what is compiled meanwhile is no part of the maximum.
    await load(MAXIMUM_SECONDS);
    const { requestsPerSecond: maximum } = await load(MAXIMUM_SECONDS);
    for (let minute = 1; minute <= minutes; minute += 1) {
      const turn = await load(MINUTE_SECONDS, Math.round(maximum * PART));
      onReading({
        minute,
        residentMb: residentMb(world.service.pid),
        perSecond: turn.requestsPerSecond,
        failures: turn.failures,
      });
    }
  } finally {
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function residentMb(root: number): MemoryReading["residentMb"] {
  const most: MemoryReading["residentMb"] = {};
  for (const { kind, residentBytes } of workersOf(root))
    most[kind] = Math.max(most[kind] ?? 0, residentBytes / 1e6);
  return most;
}
