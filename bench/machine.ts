import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { median } from "./service";
import type { World } from "./world";

/** The machine and its settings, on which the figures depend. */
export interface Machine {
  cores: number;
  processor: string;
  node: string;
  postgres: string;
  /** Median time, in milliseconds, until 8 KiB are on the disk: what a commit waits for at least. */
  fsyncMs: number;
}

const FSYNCS = 200;
const PAGE = Buffer.alloc(8_192, 1);

export async function describeMachine(
  { points }: Pick<World, "points">,
  directory: string,
): Promise<Machine> {
  const { rows } = await points.query<{ server_version: string }>("SHOW server_version");
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model ?? "unknown",
    node: process.version,
    postgres: rows[0]?.server_version ?? "unknown",
    fsyncMs: measureFsync(directory),
  };
}

/** Flushes the writes that the system holds back. Does nothing where there is no command for it. */
export async function writeOut(): Promise<void> {
  await once(spawn("sync", { stdio: "ignore" }), "exit").catch(() => undefined);
}

function measureFsync(directory: string): number {
  const file = path.join(directory, "fsync");
  const descriptor = openSync(file, "w");
  const times: number[] = [];
  for (let count = 0; count < FSYNCS; count += 1) {
    writeSync(descriptor, PAGE);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    times.push(performance.now() - startedAt);
  }
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}
