import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { median } from "./figures";
import type { World } from "./world";

const FSYNCS = 200;
const PAGE = Buffer.alloc(8_192, 1);
const LOOK_EVERY_MS = 10;

/** The machine and its settings, on which the figures depend, in words. */
export async function describeMachine({
  points,
  dataDir,
}: Pick<World, "points" | "dataDir">): Promise<string> {
  const { rows } = await points.query<{ server_version: string }>("SHOW server_version");
  return `${os.availableParallelism()} cores (${os.cpus()[0]?.model}), PostgreSQL ${rows[0]?.server_version}, Node ${process.version}; median fsync ${measureFsync(dataDir).toFixed(2)} ms`;
}

/** Flushes the writes that the system holds back. Does nothing where there is no command for it. */
export async function writeOut(): Promise<void> {
  await once(spawn("sync", { stdio: "ignore" }), "exit").catch(() => undefined);
}

/** Median time, in milliseconds, until 8 KiB are on the disk: what a commit waits for at least. */
function measureFsync(directory: string): number {
  const file = path.join(directory, "fsync");
  const descriptor = openSync(file, "w");
  const times = Array.from({ length: FSYNCS }, () => {
    writeSync(descriptor, PAGE);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - startedAt;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}

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
