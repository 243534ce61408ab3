import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { TESTS_SECRET } from "./proven-pool";

/** The key by which every service of the tests signs, and by which their databases are verified. */
export const TESTS_ANCHOR_KEY = path.join(os.tmpdir(), "points-tests-anchor-key.pem");

/** The built service, running as a process of its own. */
export interface RunningServer {
  /** Where it answers, without a slash at the end. */
  url: string;
  pid: number;
  /** Where it keeps what is not in the database. */
  dataDir: string;
  /** Asks it to stop (SIGTERM) and waits; its exit code, null when a signal ended it. */
  stop(): Promise<number | null>;
  /** Kills the primary process outright (SIGKILL) and waits for its end. */
  kill(): Promise<void>;
  /** Waits for its end without asking for it. */
  ended: Promise<number | null>;
  /** Everything it has printed so far. */
  logs(): string;
}

const START_TIMEOUT_MS = 120_000;

/**
 * Starts the built service (`npm run build` first) on a free port of 127.0.0.1 and waits until it is ready. Nothing of the
 * developer's own settings reaches it: only `env`. Without DATABASE_URL it brings its embedded database, in DATA_DIR.
 * @throws Error with what it printed when it ends instead.
 */
export async function startServer({
  env = {},
  endsWithParent = false,
}: {
  env?: Record<string, string>;
  /** It stops when this process ends, however that ends. */
  endsWithParent?: boolean;
} = {}): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), "points-tests-data-"));
  const child = spawnServer(env, dataDir, endsWithParent ? ["--by-npm"] : []);
  let printed = "";
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await untilReady(child, () => printed, ended);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    ended,
    logs: () => printed,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once("exit", () => resolve());
      });
    },
  };
}

/** The built service, told to start on 127.0.0.1 and left to itself. */
export function spawnServer(
  env: Record<string, string>,
  dataDir = mkdtempSync(path.join(os.tmpdir(), "points-tests-data-")),
  more: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  const program = path.resolve("dist/server.mjs");
  if (!existsSync(program)) throw new Error("The service has not been built. Run: npm run build");
  const child = spawn(process.execPath, [program, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: "0",
      METRICS_PORT: "0",
      DEMO_DATA: "off",
      DATA_DIR: dataDir,
      ...(env.DATABASE_URL !== undefined && {
        SESSION_SECRET: TESTS_SECRET,
        // Whatever their folders, services of one database sign with one key.
        ANCHOR_KEY_FILE: TESTS_ANCHOR_KEY,
      }),
      ...env,
    },
  });
  if (env.DATA_DIR === undefined)
    child.once("close", () => rmSync(dataDir, { recursive: true, force: true }));
  return child;
}

/** The service says where it answers once every worker is ready. */
function untilReady(
  child: ChildProcess,
  printed: () => string,
  ended: Promise<number | null>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: string) => {
      child.kill("SIGKILL");
      reject(new Error(`${reason}\n${printed()}`));
    };
    const timer = setTimeout(() => giveUp("The service did not become ready."), START_TIMEOUT_MS);
    const look = () => {
      const url = /Points service +(\S+)/.exec(printed())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.stdout?.off("data", look);
      resolve(url);
    };
    child.stdout?.on("data", look);
    void ended.then((code) => {
      clearTimeout(timer);
      giveUp(`The service ended with exit code ${code}.`);
    });
  });
}
