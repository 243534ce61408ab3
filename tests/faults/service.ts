import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { migrateFor } from "@/lib/platform/database/migrate";
import { DEFAULT_TIME_ZONE, formatLocalDate } from "@/lib/platform/time";
import { type DatabaseProxy, startDatabaseProxy } from "@/tests/support/database-proxy";
import { provenPool } from "@/tests/support/proven-pool";
import { type RunningServer, startServer, TESTS_ANCHOR_KEY } from "@/tests/support/server";
import { createTemporaryFolder } from "@/tests/support/test-server";
import { type Approvals, approve } from "./approver";
import type { OfferEvidence } from "./coupons";
import { type DatabaseHost, type HostOptions, startHost } from "./database-host";
import { type Followers, follow } from "./followers";
import { furnish } from "./furnish";
import type { LoggedEntry } from "./history";
import { CLOCK_JUMP_MS, type ServiceFault, type Subject } from "./nemesis";
import { readOffers } from "./offer-rows";
import { childrenOf, signal, undoAtExit } from "./processes";
import type { Random } from "./random";
import { readLog, type StageOptions, setStage, type World } from "./world";

const WORKERS = 2;
const BACK_TIMEOUT_MS = 60_000;
const SILENCE_MS = 1_500;
/** For how long what is away for a while is away. */
const AWAY_MS = 2_000;
/** Ends about half of the database's sessions, but for those whose processes are given. */
const END_SESSIONS = `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
   AND random() < 0.5 AND pid <> ALL ($1)`;
/** Between the steps of a batch; what is before it and after it the network's faults hit. */
const POINTS = ["after lock", "before commit", "after commit"] as const;
const CLOCK_FILE = "clock-shift";
const PORTS = { first: 20_000, count: 10_000 } as const;

/** Where a service that is tried lives, and its settings. */
interface Place {
  databaseUrl: string;
  folder: string;
  port: number;
  environment: Readonly<Record<string, string>>;
}

/**
 * The built service with two worker processes on a database of its own with the fixed facts of the demo data, and the means
 * to hurt both. The service reaches its database through a proxy that can break connections in the middle of a commit.
 */
export class Patient implements Subject {
  private forget: () => void = () => undefined;

  private constructor(
    private readonly place: Place,
    private readonly database: DatabaseHost,
    private readonly databaseProxy: DatabaseProxy,
    private readonly pool: pg.Pool,
    private server: RunningServer,
  ) {}

  static async admit({
    isOnDisk = false,
    settings = {},
    environment = {},
  }: Partial<HostOptions & Pick<Place, "environment">> = {}): Promise<Patient> {
    const folder = await createTemporaryFolder();
    const database = await startHost(folder, { isOnDisk, settings });
    await migrateFor(database);
    // Kept, so that the harness can still ask when nobody else is let in.
    const pool = provenPool(database.migrationUrl, { max: 4, idleTimeoutMillis: 0 });
    await furnish(pool);
    const databaseProxy = await startDatabaseProxy(database.url);
    const port = await findServicePort();
    const place = { databaseUrl: databaseProxy.url, folder, port, environment };
    const patient = new Patient(place, database, databaseProxy, pool, await launch(place));
    patient.forget = undoAtExit(() => signal(patient.server.pid, "SIGKILL"));
    await patient.untilWell();
    return patient;
  }

  /** The same after every start, as in a shop: tills know one address and try it until somebody answers. */
  get port(): number {
    return this.place.port;
  }

  setStage(name: string, random: Random, options: StageOptions = {}): Promise<World> {
    return setStage(this.pool, name, random, options);
  }

  readLog(codes: readonly string[]): Promise<LoggedEntry[]> {
    return readLog(this.pool, codes);
  }

  readOffers(world: World): Promise<OfferEvidence> {
    return readOffers(this.pool, world);
  }

  approve(world: World, random: Random): Promise<Approvals> {
    return approve(this.pool, world, random);
  }

  follow(lastIdBefore: number): Promise<Followers> {
    return follow(this.pool, () => this.port, lastIdBefore);
  }

  untilWell(): Promise<number> {
    return untilReady(this.server);
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
      case "kill service at a point":
        return this.killServiceAt(random.pick(POINTS));
      case "kill backend":
        await this.killBackend();
        break;
      case "end sessions":
        await this.endSessions();
        break;
      case "kill postmaster":
        // Its keeper starts it again.
        signal(this.database.serverPid(), "SIGKILL");
        break;
      case "stop postmaster at once":
        // Without as much as a checkpoint.
        signal(this.database.serverPid(), "SIGQUIT");
        break;
      case "break after lock":
        this.databaseProxy.fault = "after lock";
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
      case "half-open database connections":
        this.databaseProxy.strand();
        break;
      case "wallets locked":
        await this.lockWallets();
        return performance.now();
      case "connections exhausted":
        await this.exhaustConnections();
        return performance.now();
      case "clock jumps":
        await this.setClock(jumpWithinDay(random.pick([-1, 1])));
        await delay(AWAY_MS);
        await this.setClock(0);
        return performance.now();
      case "power cut":
        await must(this.database.cutPower, fault).call(this.database);
        return struckAt;
      case "disk full":
        await must(this.database.fillDisk, fault).call(this.database, AWAY_MS);
        return performance.now();
    }
    return struckAt;
  }

  /** Makes every connection that moves points wait for a lock until the pools are exhausted. */
  private async lockWallets(): Promise<void> {
    const client = await onceThere(() => this.pool.connect());
    try {
      await client.query("BEGIN");
      await client.query("LOCK TABLE wallet IN EXCLUSIVE MODE");
      await delay(AWAY_MS);
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
  }

  /** Takes every connection that the database gives, so that the service finds none when its own are ended. */
  private async exhaustConnections(): Promise<void> {
    const taken: pg.Client[] = [];
    const take = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: this.database.url });
        client.on("error", () => undefined);
        await client.connect();
        taken.push(client);
      }
    };
    await take().catch(() => undefined);
    const pids = taken.map((client) => Number((client as { processID?: number }).processID));
    // Over one of them: nobody else gets a connection now.
    if (taken[0] !== undefined) await taken[0].query(END_SESSIONS, [pids]);
    await take().catch(() => undefined);
    await delay(AWAY_MS);
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  }

  private setClock(shiftMs: number): Promise<void> {
    return writeFile(path.join(this.place.folder, CLOCK_FILE), String(shiftMs));
  }

  /** Kills one of the worker processes outright. */
  private async killWorker(choose: (pids: readonly number[]) => number): Promise<void> {
    const workers = await childrenOf(this.server.pid);
    if (workers.length > 0) signal(choose(workers), "SIGKILL");
  }

  /** Kills the whole service, all of its processes at once, and starts it again. */
  private async killService(): Promise<void> {
    const workers = await childrenOf(this.server.pid);
    for (const pid of [this.server.pid, ...workers]) signal(pid, "SIGKILL");
    await this.server.ended;
    this.server = await launch(this.place);
  }

  /** Kills the whole service when a batch reaches a given step, or after a while if none does. Returns the time. */
  private async killServiceAt(point: (typeof POINTS)[number]): Promise<number> {
    const processes = [this.server.pid, ...(await childrenOf(this.server.pid))];
    const killed = new Promise<void>((resolve) => {
      this.databaseProxy.atBreak = () => {
        for (const pid of processes) signal(pid, "SIGKILL");
        resolve();
      };
    });
    this.databaseProxy.fault = point;
    await Promise.race([killed, delay(AWAY_MS)]);
    this.databaseProxy.atBreak = undefined;
    this.databaseProxy.fault = "none";
    const killedAt = performance.now();
    await this.killService();
    return killedAt;
  }

  /** Kills a process of the database that serves the service: PostgreSQL ends all sessions and recovers. */
  private async killBackend(): Promise<void> {
    const { rows } = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       ORDER BY random() LIMIT 1`,
    );
    if (rows[0] !== undefined) signal(rows[0].pid, "SIGKILL");
  }

  /** Ends some of the service's sessions in the middle of what they do. */
  private async endSessions(): Promise<void> {
    await this.query(END_SESSIONS, [[]]);
  }

  private query<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    return onceThere(() => this.pool.query<Row>(text, values));
  }

  /** What `npm run verify` says; an empty text when all is well. */
  verify(): string {
    return verifyLog(this.database.url, path.join(this.place.folder, "service"));
  }

  async discharge(): Promise<void> {
    await this.server.stop();
    this.forget();
    await this.databaseProxy.close();
    await this.pool.end();
    await this.database.stop();
    rmSync(this.place.folder, { recursive: true, force: true });
  }
}

/** Asks the database as soon as it can be asked: the fault before may have ended it. */
async function onceThere<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt > 300) throw error;
      await delay(100);
    }
  }
}

/** Waits until a service is ready. How long that took, in milliseconds. */
export async function untilReady(server: RunningServer): Promise<number> {
  const start = performance.now();
  for (;;) {
    const isReady = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    const passed = performance.now() - start;
    if (isReady) return passed;
    if (passed > BACK_TIMEOUT_MS) throw new Error(`The service does not come back:\n${server.logs()}`);
    await delay(20);
  }
}

/** What `npm run verify` says of a database; an empty text when all is well. */
export function verifyLog(databaseUrl: string, dataDir: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/verify.mjs", "--json"], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "error" },
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ANCHOR_KEY_FILE: TESTS_ANCHOR_KEY },
      // Entries that a stage dated days ago have no anchor yet.
      ANCHOR_MINUTES: "1440",
    },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return "";
  return `verify ended with ${status}:\n${stdout.slice(0, 4_000)}${stderr.slice(-1_000)}`;
}

function launch({ databaseUrl, folder, port, environment }: Place): Promise<RunningServer> {
  return startServer({
    env: {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, "service"),
      DEMO_DATA: "off",
      WEB_CONCURRENCY: String(WORKERS),
      // Tills alone are hurt here; pages have a test of their own (page-worker.ts).
      PAGE_WORKERS: "0",
      LOG_LEVEL: "error",
      NODE_OPTIONS: `--import ${pathToFileURL(path.resolve("tests/faults/clock-shift.mjs")).href}`,
      FAULTS_CLOCK_FILE: path.join(folder, CLOCK_FILE),
      ...environment,
    },
  });
}

/**
 * A free port below those that the system gives to outgoing connections: while the service is down, one of the tills' attempts
 * could otherwise get the service's own port.
 */
async function findServicePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

function must<Means>(means: Means | undefined, fault: ServiceFault): Means {
  if (means === undefined) throw new Error(`"${fault}" needs a database on a disk of its own`);
  return means;
}

/** Which way a clock jumps: the other one where it would come to another day, for the model knows one day only. */
function jumpWithinDay(direction: number): number {
  const dayOf = (at: number) => formatLocalDate(new Date(at), DEFAULT_TIME_ZONE);
  const jump = direction * CLOCK_JUMP_MS;
  return dayOf(Date.now() + jump) === dayOf(Date.now()) ? jump : -jump;
}
