import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";

/** The built service, started for measuring. */
export interface MeasuredService {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A folder for a service's data, in another than that for temporary files where one is named. The caller removes it. */
export function createDataFolder(parent = os.tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, "points-bench-"));
  // The database's own account has to get there, or the database would be put elsewhere and stay.
  chmodSync(folder, 0o755);
  return folder;
}

/** Settings of a service that is measured: demo data, any free port, a log of warnings and errors only; its own database where none is given. */
export function measuredEnvironment(
  dataDir: string,
  database?: { url: string; migrationUrl: string },
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(database && { DATABASE_URL: database.url, DATABASE_MIGRATION_URL: database.migrationUrl }),
    DATA_DIR: dataDir,
    DEMO_DATA: "on",
    SESSION_SECRET: "only-for-measuring-only-for-measuring",
    PORT: "0",
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
  };
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

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: ArrayLike<number>, part: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * part)] ?? Number.NaN;
}
