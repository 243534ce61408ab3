import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The built service, started for measuring. */
export interface MeasuredService {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A folder for a service's data, which whoever measures removes. */
export function createDataFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-bench-"));
  // The database's own account has to get there, or the database would be put elsewhere and stay.
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts the service, builds it first where its sources have changed, and waits until it is ready. */
export async function startService(environment: NodeJS.ProcessEnv): Promise<MeasuredService> {
  const child = spawn(process.execPath, ["bin/run.mjs", "server"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Points service +(\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`The service did not start:\n${printed}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: ArrayLike<number>, part: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * part)] ?? Number.NaN;
}
