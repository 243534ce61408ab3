import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { proveSession } from "@/lib/platform/database/act-rows";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrate";
import { createPrismaClient } from "@/lib/platform/database/pools";
import { completeEnv } from "@/lib/platform/env";

/** A process that was started for measuring. */
export interface Started {
  pid: number;
  /** The address or the port that it printed. */
  found: string;
  /** Bytes that it has printed so far. */
  printedBytes(): number;
  stop(): Promise<unknown>;
}

/** Where data is put. */
export interface Place {
  /** A folder that is kept for a next time. */
  folder?: string | undefined;
  /** Where a folder is made that is gone afterwards; absent: where temporary files are. */
  parent?: string;
}

/** Works in a folder for a service's data. */
export async function inFolder<Result>(
  work: (dataDir: string) => Promise<Result>,
  { folder, parent = os.tmpdir() }: Place = {},
): Promise<Result> {
  const dataDir =
    folder === undefined ? mkdtempSync(path.join(parent, "points-bench-")) : path.resolve(folder);
  // The database's own account has to get there, or the database would be put elsewhere and stay.
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  try {
    return await work(dataDir);
  } finally {
    if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A durable database server in that folder, whose messages leave the report alone. */
export function startDatabase(dataDir: string, memoryMb?: number): Promise<EmbeddedDatabase> {
  process.env.LOG_LEVEL ??= "warn";
  return startEmbedded({ dataDir, whenHeld: "refuse", ...(memoryMb !== undefined && { memoryMb }) });
}

/** Of services that are measured; rows that are changed beside them have to be changed as by them. */
export const MEASURED_SECRET = "only-for-measuring-only-for-measuring";

/** Measures in a database of its own, which has a programme and nothing else and is gone afterwards. */
export function inEmptyDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  return inFolder(async (dataDir) => {
    const database = await startDatabase(dataDir);
    completeEnv({ sessionSecret: MEASURED_SECRET });
    const pool = new pg.Pool({ connectionString: database.migrationUrl, max: 4, onConnect: proveSession });
    try {
      await migrate(database.migrationUrl);
      await ensureFoundation(createPrismaClient(pool));
      return await work(pool);
    } finally {
      await pool.end();
      await database.stop();
    }
  });
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
    SESSION_SECRET: MEASURED_SECRET,
    PORT: "0",
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
  };
}

/** Starts the service, builds it first where its sources have changed, and waits until it is ready. */
export const startService = (environment: NodeJS.ProcessEnv) =>
  startPrinting(["bin/run.mjs", "server"], environment, /Points service +(\S+)/);

const TROUBLE = /"level":"(?:warn|error|fatal)"/;

/** Starts a program of Node and waits until it prints what is looked for. */
export async function startPrinting(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  wanted: RegExp,
): Promise<Started> {
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let bytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    // Why a measurement failed.
    for (const line of chunk.toString().split("\n")) if (TROUBLE.test(line)) console.error(line);
  });
  const found = await new Promise<string>((resolve, reject) => {
    let printed = "";
    const look = (chunk: Buffer) => {
      printed += chunk.toString();
      const match = wanted.exec(printed);
      if (match === null) return;
      // A service under load prints for hours.
      child.stdout.off("data", look);
      resolve(match[1] ?? "");
    };
    child.stdout.on("data", look);
    child.once("exit", () => reject(new Error(`${args.join(" ")} did not start:\n${printed}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { pid: child.pid ?? 0, found, printedBytes: () => bytes, stop };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
