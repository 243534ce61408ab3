import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { EmbeddedDatabase } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { type DatabaseProxy, startDatabaseProxy } from "@/tests/support/database-proxy";
import { type RunningServer, startServer } from "@/tests/support/server";
import { createTemporaryFolder, startTestServer } from "@/tests/support/test-server";
import { furnish } from "./furnish";
import type { LoggedEntry } from "./history";
import type { ServiceFault } from "./nemesis";
import type { Random } from "./random";
import type { Subject } from "./subject";
import { readLog, setStage, type World } from "./world";

const WORKERS = 2;
const BACK_TIMEOUT_MS = 60_000;
const SILENCE_MS = 1_500;

/**
 * The built service with two worker processes on a database of its own with the fixed facts of the demo data, and the means
 * to hurt both. The service reaches its database through a proxy that can break connections in the middle of a commit.
 */
export class Patient implements Subject {
  private constructor(
    private readonly folder: string,
    private readonly database: EmbeddedDatabase,
    private readonly databaseProxy: DatabaseProxy,
    private readonly pool: pg.Pool,
    private server: RunningServer,
  ) {}

  static async admit(): Promise<Patient> {
    const folder = await createTemporaryFolder();
    const database = await startTestServer(path.join(folder, "data"));
    await migrate(database.url);
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    pool.on("error", () => undefined);
    await furnish(pool);
    const databaseProxy = await startDatabaseProxy(database.url);
    const server = await launch(databaseProxy.url, folder);
    const patient = new Patient(folder, database, databaseProxy, pool, server);
    await patient.untilWell();
    return patient;
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  setStage(name: string, random: Random): Promise<World> {
    return setStage(this.pool, name, random);
  }

  readLog(codes: readonly string[]): Promise<LoggedEntry[]> {
    return readLog(this.pool, codes);
  }

  async untilWell(): Promise<number> {
    const start = performance.now();
    for (;;) {
      const isWell = await fetch(`${this.server.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      const passed = performance.now() - start;
      if (isWell) return passed;
      if (passed > BACK_TIMEOUT_MS) throw new Error(`The service does not come back:\n${this.server.logs()}`);
      await delay(20);
    }
  }

  async hurt(fault: ServiceFault, random: Random): Promise<number> {
    const struckAt = performance.now();
    switch (fault) {
      case "kill worker":
        await this.killWorker((pids) => random.pick(pids));
        break;
      case "kill service":
        await this.killService();
        break;
      case "kill backend":
        await this.killBackend();
        break;
      case "end sessions":
        await this.endSessions();
        break;
      case "kill postmaster":
        // Its keeper starts it again.
        kill(this.database.serverPid(), "SIGKILL");
        break;
      case "stop postmaster at once":
        // Without as much as a checkpoint.
        kill(this.database.serverPid(), "SIGQUIT");
        break;
      case "break before commit":
        this.databaseProxy.fault = "before commit";
        break;
      case "break after commit":
        this.databaseProxy.fault = "after commit";
        break;
      case "database silent":
        this.databaseProxy.fault = "silence";
        await delay(SILENCE_MS);
        this.databaseProxy.fault = "none";
        return performance.now();
    }
    return struckAt;
  }

  /** Kills one of the worker processes outright. */
  private async killWorker(choose: (pids: readonly number[]) => number): Promise<void> {
    const workers = await childrenOf(this.server.pid);
    if (workers.length > 0) kill(choose(workers), "SIGKILL");
  }

  /** Kills the whole service, all of its processes at once, and starts it again. */
  private async killService(): Promise<void> {
    const workers = await childrenOf(this.server.pid);
    for (const pid of [this.server.pid, ...workers]) kill(pid, "SIGKILL");
    await this.server.ended;
    this.server = await launch(this.databaseProxy.url, this.folder);
  }

  /** Kills a process of the database that serves the service: PostgreSQL ends all sessions and recovers. */
  private async killBackend(): Promise<void> {
    const { rows } = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       ORDER BY random() LIMIT 1`,
    );
    if (rows[0] !== undefined) kill(rows[0].pid, "SIGKILL");
  }

  /** Ends some of the service's sessions in the middle of what they do. */
  private async endSessions(): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
         AND random() < 0.5`,
    );
  }

  /** Asks the database, as soon as it can be asked. */
  private async query<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.pool.query<Row>(text, values);
      } catch (error) {
        if (attempt > 300) throw error;
        await delay(100);
      }
    }
  }

  /** What `npm run verify` says; an empty text when all is well. */
  async verify(): Promise<string> {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/verify.mjs", "--json"], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATABASE_URL: this.database.url,
        LOG_LEVEL: "error",
      },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    return status === 0
      ? ""
      : `verify ended with ${status}:\n${stdout.slice(0, 4_000)}${stderr.slice(-1_000)}`;
  }

  async discharge(): Promise<void> {
    await this.server.stop();
    await this.databaseProxy.close();
    await this.pool.end();
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function launch(databaseUrl: string, folder: string): Promise<RunningServer> {
  return startServer({
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, "service"),
      DEMO_DATA: "off",
      WEB_CONCURRENCY: String(WORKERS),
      LOG_LEVEL: "error",
    },
  });
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The processes that a process has started, from what Linux says of every process. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const children = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      // The name, in brackets, may hold anything: what follows the last bracket is state and parent.
      const [, ppid] = text.slice(text.lastIndexOf(")") + 2).split(" ");
      return Number(ppid) === parent ? pid : undefined;
    }),
  );
  return children.filter((pid) => pid !== undefined);
}
