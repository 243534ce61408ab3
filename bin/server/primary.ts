import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { isFromWorker } from "@/bin/server/messages";
import { type MetricsListener, startMetricsListener } from "@/bin/server/metrics-listener";
import { isFoundationLaid } from "@/lib/admin/foundation";
import { serveSharedRateLimits } from "@/lib/auth/rate-limits";
import { connectionConfig } from "@/lib/db/connection";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/db/embedded";
import { isDatabaseUnavailable } from "@/lib/db/errors";
import { migrate } from "@/lib/db/migrate";
import { findSessionSecret } from "@/lib/db/prepare";
import { childEnv, completeEnv, type Env, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/env";
import { flushLog, log } from "@/lib/log";

/** A worker that lived for so long and then died is replaced at once; one that dies young waits longer every time. */
const STEADY_AFTER_MS = 30_000;
const RESTART_DELAY_MS = { first: 100, max: 5_000 };
/** A database of one's own may come up after the service, as in a compose file. */
const DATABASE_WAIT_MS = 60_000;
/** On top of the time workers have to finish, before they are killed. */
const KILL_MARGIN_MS = 5_000;
const DRAIN_ASKED_EVERY_MS = 100;
/** Half of where a worker's objects begin, in megabytes: what Node.js 20 takes. Newer ones take twice that and more. */
const WORKER_YOUNG_MB = 16;

/** Starts the database and the workers, keeps both alive, and stops everything in the right order. */
export async function runPrimary(): Promise<void> {
  const service = new Service();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => service.onSignal(signal));
  try {
    await service.start(env());
  } catch (error) {
    await service.fail(error);
  }
}

class Service {
  private settings: Env | undefined;
  private database: Promise<EmbeddedDatabase> | undefined;
  private metrics: MetricsListener | undefined;
  private stopping: Promise<void> | undefined;
  private restartDelayMs = RESTART_DELAY_MS.first;
  private port = 0;
  private exitCode = 0;

  async start(settings: Env): Promise<void> {
    const sessionSecret = await findSessionSecret();
    this.metrics = await startMetricsListener(settings.metrics);
    const databaseUrl = settings.databaseUrl ?? (await this.startDatabase(settings));
    this.settings = completeEnv({ databaseUrl, sessionSecret });
    await untilAvailable(() => migrate(databaseUrl));
    if (settings.loadsDemoData || !(await untilAvailable(hasFoundation))) await this.fillDatabase(settings);
    if (workerCount(settings) > 1) serveSharedRateLimits();
    if (this.stopping !== undefined) return;
    await this.startWorkers(this.settings);
  }

  private async startDatabase({ dataDir }: Env): Promise<string> {
    this.database = startEmbedded({
      dataDir,
      whenHeld: "refuse",
      isStopping: () => this.stopping !== undefined,
      onLost: (error) => void this.fail(error),
    });
    return (await this.database).url;
  }

  /** Loaded only when it is needed: Prisma takes longer to load than all else that the workers wait for. */
  private async fillDatabase({ loadsDemoData }: Env): Promise<void> {
    const { closePools, ensureDemoData, ensureFoundation } = await import("@/bin/server/first-data");
    if (loadsDemoData) this.settings = completeEnv({ loadsDemoData: await untilAvailable(ensureDemoData) });
    await untilAvailable(ensureFoundation);
    await closePools();
  }

  private async startWorkers(settings: Env): Promise<void> {
    // With PORT=0 the system chooses a port once: every worker, and whichever replaces one, has to be found at the same place.
    this.port = settings.port === 0 ? await findFreePort(settings.host) : settings.port;
    // Workers take connections from the shared port themselves. Handed over by the primary instead, a connection that is on
    // its way to a worker that dies would hang until its caller gives up.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    // In development pages are compiled in the worker, which takes what it takes.
    if (settings.nodeEnv !== "development")
      cluster.setupPrimary({
        execArgv: [
          ...process.execArgv,
          `--max-old-space-size=${settings.workerHeapMb}`,
          `--max-semi-space-size=${WORKER_YOUNG_MB}`,
        ],
      });
    let readyCount = 0;
    cluster.on("message", (_, message: unknown) => {
      if (!isFromWorker(message)) return;
      if (message.type === "hopeless") void this.fail(new EnvError(message.message));
      else if (++readyCount === workerCount(settings))
        greet(settings, message.port, this.database !== undefined);
    });
    cluster.on("exit", (worker, code, signal) => void this.replace(worker, signal ?? code));
    for (let count = 0; count < workerCount(settings); count += 1) this.fork(settings);
  }

  private fork(settings: Env): void {
    const worker = cluster.fork({ ...childEnv(settings), PORT: String(this.port) });
    bornAt.set(worker, performance.now());
  }

  private async replace(worker: Worker, reason: string | number): Promise<void> {
    if (this.stopping !== undefined || this.settings === undefined) return;
    const isSteady = performance.now() - (bornAt.get(worker) ?? 0) > STEADY_AFTER_MS;
    this.restartDelayMs = isSteady
      ? RESTART_DELAY_MS.first
      : Math.min(this.restartDelayMs * 2, RESTART_DELAY_MS.max);
    log().error({ workerPid: worker.process.pid, reason }, "A worker process ended; starting another");
    if (!isSteady) await delay(this.restartDelayMs - RESTART_DELAY_MS.first);
    if (this.stopping === undefined) this.fork(this.settings);
  }

  /** The first signal stops the service in order, a second one at once. */
  onSignal(signal: NodeJS.Signals): void {
    if (this.stopping === undefined) {
      log().info({ signal }, "Stopping: finishing what was accepted");
      void this.stop();
    } else {
      log().warn({ signal }, "Stopping at once");
      for (const worker of liveWorkers()) worker.process.kill("SIGKILL");
    }
  }

  /** Ends the service with a message for whoever started it. */
  fail(error: unknown): Promise<void> {
    // What breaks because the service is being stopped is no news.
    if (this.stopping !== undefined) return this.stopping;
    this.exitCode ||= error instanceof EnvError ? EXIT_CODE_SETTINGS : 1;
    const isPlain =
      error instanceof Error &&
      error.name !== "Error" &&
      !/^(Type|Reference|Range|Syntax)Error$/.test(error.name);
    console.error(`\nThe service cannot run. ${isPlain ? error.message : (error as Error).stack}\n`);
    return this.stop();
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder();
    return this.stopping;
  }

  /** Workers first, so that what they accepted is finished on a running database; the database last. */
  private async stopInOrder(): Promise<void> {
    const workers = liveWorkers();
    const ended = Promise.all(workers.map((worker) => once(worker, "exit")));
    askToDrain();
    // One that has only just begun does not hear yet what it is told.
    const asking = setInterval(askToDrain, DRAIN_ASKED_EVERY_MS);
    const limitMs = (this.settings?.drainTimeoutMs ?? 0) + KILL_MARGIN_MS;
    const isLate = (await Promise.race([ended, delay(limitMs, "late", { ref: false })])) === "late";
    if (isLate) for (const worker of liveWorkers()) worker.process.kill("SIGKILL");
    await ended;
    clearInterval(asking);
    await this.metrics?.close();
    // Its start may be under way: a server that comes up behind the back of the service would be left alone.
    const database = await this.database?.catch(() => undefined);
    await database?.stop();
    await flushLogIfOpen();
    process.exit(this.exitCode);
  }
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const bornAt = new WeakMap<Worker, number>();

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker) => worker !== undefined && !worker.isDead(),
  ) as Worker[];
}

function askToDrain(): void {
  for (const worker of liveWorkers()) if (worker.isConnected()) worker.send({ type: "drain" });
}

/** Next.js in development compiles in the worker; a second one would do all of it again. */
function workerCount({ nodeEnv, workerCount: count }: Env): number {
  return nodeEnv === "development" ? 1 : count;
}

/** Tries again what can be done twice while the database is not there, or too busy, for a minute at most. */
async function untilAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      log().warn("The database does not answer yet; trying again");
      await delay(1_000);
    }
  }
}

/** Whether the database holds what nothing works without, as it does at every start but the first. */
async function hasFoundation(): Promise<boolean> {
  const session = new pg.Client({ ...connectionConfig("start"), query_timeout: env().databaseTimeoutMs });
  // A broken connection rejects the running query; without a listener the event would also end the process.
  session.on("error", () => undefined);
  try {
    await session.connect();
    return await isFoundationLaid(session);
  } finally {
    await session.end();
  }
}

function greet(settings: Env, port: number, isEmbedded: boolean): void {
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "127.0.0.1" : settings.host;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const database = isEmbedded ? `embedded PostgreSQL in ${settings.dataDir}` : "PostgreSQL at DATABASE_URL";
  const accounts = [
    "  Portal accounts      cashier / cashier-demo, supervisor / supervisor-demo,",
    "                       admin / admin-demo, operator / operator-demo",
    "  POS demo client      ClientId: pis_test_demo, wallet 100001 / 01110000001, branch 01000000001",
  ];
  console.log(
    [
      "",
      `  Points service       ${address}`,
      `  API                  ${address}/api/Integration/v1/…`,
      `  Database             ${database}`,
      ...(settings.loadsDemoData ? accounts : []),
      "",
    ].join("\n"),
  );
}

/** When the settings are wrong there is no log to empty. */
async function flushLogIfOpen(): Promise<void> {
  try {
    await flushLog();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
  }
}
