import { readFileSync, statSync } from "node:fs";
import { performance } from "node:perf_hooks";

const LOOK_EVERY_MS = 10;

/** Watches the disk behind a folder until it is told to stop. */
export interface DiskWatch {
  /**
   * Ends the watch. The longest time, in milliseconds, in which the disk had something to do and finished nothing: no commit
   * can be answered in that time. Null where the kernel keeps no counters of that disk.
   */
  stop(): number | null;
}

export function watchDisk(folder: string): DiskWatch {
  const { dev } = statSync(folder);
  let longestMs = 0;
  let before = readDisk(dev);
  let sinceMs = performance.now();
  const timer = setInterval(() => {
    const now = readDisk(dev);
    const stoodStill = before?.finished === now?.finished && before?.underWay !== 0 && now?.underWay !== 0;
    if (stoodStill) longestMs = Math.max(longestMs, performance.now() - sinceMs);
    else sinceMs = performance.now();
    before = now;
  }, LOOK_EVERY_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return before === null ? null : longestMs;
    },
  };
}

/** How many requests the disk has finished, and how many it has under way (`/proc/diskstats`). */
function readDisk(device: number): { finished: number; underWay: number } | null {
  // As the C library puts the two numbers of a device into one.
  const major = (device >>> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
  try {
    for (const line of readFileSync("/proc/diskstats", "latin1").split("\n")) {
      const [found, and, , reads, , , , writes, , , , underWay] = line.trim().split(/\s+/);
      if (Number(found) === major && Number(and) === minor)
        return { finished: Number(reads) + Number(writes), underWay: Number(underWay) };
    }
  } catch {
    // Not a Linux.
  }
  return null;
}
