import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { endSteps, sayStep } from "@/bin/progress.mjs";
import { isFromWorker } from "@/bin/server/messages";
import { countRestart, type MetricsListener, startMetricsListener } from "@/bin/server/metrics-listener";
import { PagesBuild } from "@/bin/server/pages-build";
import { FIRST_OPERATOR_COMMAND } from "@/lib/areas/staff/words";
import { commandFor } from "@/lib/platform/command-for";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { FOREIGN_READERS } from "@/lib/platform/database/foreign-roles";
import { migrateFor } from "@/lib/platform/database/migrate";
import { isOtherRelease } from "@/lib/platform/database/migration";
import { findSessionSecret } from "@/lib/platform/database/prepare";
import { childEnv, completeEnv, type Env, EnvError, EXIT_CODE_SETTINGS, env } from "@/lib/platform/env";
import { isLoopback } from "@/lib/platform/env-values";
import { flushLog, log } from "@/lib/platform/log";
import { serveSharedRateLimits } from "@/lib/platform/rate-limits";
import { ONE_ROLE_DOES_BOTH, requireDatabase, untilAvailable } from "./database-wait";
import { DEMO_ACCESS_ASKED, findFirstData, sayWhatBecomesOfDemoData } from "./demo-data";
import {
  endWorkers,
  liveWorkers,
  nodeOptions,
  type Post,
  pagesMessage,
  postEnv,
  tell,
  tellOfPages,
  workers,
} from "./workers";

/** A worker that lived for so long and then died is replaced at once; one that dies young waits longer every time. */
const STEADY_AFTER_MS = 30_000;

const RESTART_DELAY_MS = { first: 100, max: 5_000 };

/** On top of the time workers have to finish, before they are killed. */
const KILL_MARGIN_MS = 5_000;

const PARENT_LOOK_MS = 250;

const BUILDING = "Building the pages; the API answers by now";

/** Starts the database and the workers of both kinds, keeps all alive, and stops everything in the right order. */
export async function runPrimary(): Promise<void> {
  const service = new Service();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => service.onSignal(signal));
  // npm passes a signal on to its shell only, and the shell to nobody: its end is the signal.
  if (process.argv.includes("--by-npm")) stopWithParent(() => service.onSignal("SIGTERM"));
  try {
    await service.start(env());
  } catch (error) {
    await service.fail(error);
  }
}

function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_LOOK_MS);
  watch.unref();
}

class Service {
  private settings: Env | undefined;
  private readonly pagesBuild = new PagesBuild();
  private database: Promise<EmbeddedDatabase> | undefined;
  private metrics: MetricsListener | undefined;
  private stopping: Promise<void> | undefined;
  private socketFolder: string | undefined;
  private port = 0;
  private isGreeted = false;
  private apiAnswers = false;
  private offersDemo = false;
  private hasPeople = true;
  private readonly restartDelayMs = { api: RESTART_DELAY_MS.first, pages: RESTART_DELAY_MS.first };
  private exitCode = 0;

  async start(settings: Env): Promise<void> {
    const pagesBuilt = this.pagesBuild.run((step) => this.sayBuilding(step));
    // Awaited where page workers start; a failure before that ends the start there.
    pagesBuilt.catch(() => undefined);
    this.say("Starting the database");
    const sessionSecret = await findSessionSecret();
    this.metrics = await startMetricsListener(settings.metrics);
    const { url, migrationUrl } = await this.findDatabase(settings);
    this.settings = completeEnv({ databaseUrl: url, sessionSecret });
    if (this.database === undefined) await requireDatabase(url, migrationUrl);
    await untilAvailable(() => migrateFor({ url, migrationUrl }));
    const found = await untilAvailable(findFirstData);
    if (found.mayRewriteLogs) log().warn(ONE_ROLE_DOES_BOTH);
    if (found.foreignReaders.length > 0) log().warn({ roles: found.foreignReaders }, FOREIGN_READERS);
    if (found.demoData === "refused") this.settings = completeEnv({ loadsDemoData: false });
    sayWhatBecomesOfDemoData(settings, found.demoData);
    if (!settings.loadsDemoData && !settings.isDemoDataNamed && found.hasDemoAccess)
      throw new EnvError(DEMO_ACCESS_ASKED);
    const lacksDemoData = settings.loadsDemoData && found.demoData === "missing";
    this.offersDemo = settings.loadsDemoData && (lacksDemoData || found.hasDemoAccess);
    this.hasPeople = found.hasPeople || lacksDemoData;
    const hasDemoAccess = !settings.loadsDemoData && found.hasDemoAccess;
    if (lacksDemoData || hasDemoAccess || !found.isFoundationLaid)
      await this.prepareData({ lacksDemoData, hasDemoAccess });
    if (workerCount(settings) > 1) serveSharedRateLimits();
    if (this.stopping !== undefined) return;
    if (settings.publicUrl === undefined && !isLoopback(settings.host))
      log().warn("PUBLIC_URL is not set: links and pictures take the address that each request names");
    if (settings.trustedProxies?.isByNumber)
      log().warn(
        "TRUST_PROXY names no network: proxies on this machine and in private networks are believed. Name theirs, such as 10.1.2.0/24.",
      );
    await this.startWorkers(this.settings);
    this.say(this.pagesBuild.isNeeded ? BUILDING : "Starting");
    this.apiAnswers = true;
    await pagesBuilt;
    if (this.stopping === undefined) this.startPageWorkers(this.settings);
  }

  /** In a log, a start that builds nothing says so once, at its end. */
  private say(step: string): void {
    if (this.pagesBuild.isNeeded || process.stdout.isTTY) sayStep(step);
  }

  /** Shows on a terminal how far the build of the pages is, once nothing else is to be said. */
  private sayBuilding(step: string): void {
    if (this.apiAnswers && process.stdout.isTTY) sayStep(`${BUILDING} · ${step}`);
  }

  /** Where the service works, and where the owner of the tables does when that is another role. */
  private async findDatabase(settings: Env): Promise<{ url: string; migrationUrl: string | undefined }> {
    const { databaseUrl: url, databaseMigrationUrl: migrationUrl } = settings;
    return url === undefined ? this.startDatabase(settings) : { url, migrationUrl };
  }

  private startDatabase({ dataDir }: Env): Promise<EmbeddedDatabase> {
    this.database = startEmbedded({
      dataDir,
      whenHeld: "refuse",
      isStopping: () => this.stopping !== undefined,
      onLost: (error) => void this.fail(error),
    });
    return this.database;
  }

  /** Loaded only when it is needed: Prisma takes longer to load than all else that the workers wait for. */
  private async prepareData({
    lacksDemoData,
    hasDemoAccess,
  }: {
    lacksDemoData: boolean;
    hasDemoAccess: boolean;
  }): Promise<void> {
    const { closePools, endDemo, ensureDemoData, ensureFoundation } = await import("@/bin/server/first-data");
    if (lacksDemoData) this.settings = completeEnv({ loadsDemoData: await untilAvailable(ensureDemoData) });
    await untilAvailable(ensureFoundation);
    if (hasDemoAccess) await untilAvailable(endDemo);
    await closePools();
  }

  private async startWorkers(settings: Env): Promise<void> {
    // With PORT=0 the system chooses a port once: every worker, and whichever replaces one, has to be found at the same place.
    this.port = settings.port === 0 ? await findFreePort(settings.host) : settings.port;
    // Workers accept connections from the shared port themselves. When the primary hands them over, a connection on its
    // way to a worker that dies hangs until its caller gives up.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.on("message", (worker, message: unknown) => {
      if (!isFromWorker(message)) return;
      if (message.type === "listens") tell(worker, pagesMessage());
      else if (message.type === "hopeless") void this.fail(new EnvError(message.message));
      else this.onReady(settings, worker, message.port);
    });
    cluster.on("exit", (worker, code, signal) => void this.replace(worker, signal ?? code));
    for (let n = 0; n < workerCount(settings); n += 1) this.fork({ socket: undefined, watches: n === 0 });
  }

  private startPageWorkers(settings: Env): void {
    this.socketFolder = mkdtempSync(path.join(os.tmpdir(), "points-"));
    for (let count = 0; count < settings.pageWorkerCount; count += 1)
      this.fork({ socket: socketPath(this.socketFolder, count) });
  }

  private fork(post: Post): void {
    if (this.settings === undefined) return;
    cluster.setupPrimary({ execArgv: nodeOptions(this.settings, post) });
    const worker = cluster.fork({ ...childEnv(this.settings), PORT: String(this.port), ...postEnv(post) });
    // A worker that ends while it is being told something breaks the channel. Its exit is what counts, and is heard of.
    worker.on("error", (error) =>
      log().debug({ err: error }, "A worker process could not be told something"),
    );
    workers.set(worker, { post, bornAt: performance.now(), isReady: false });
  }

  private onReady(settings: Env, worker: Worker, port: number): void {
    const known = workers.get(worker);
    if (known === undefined) return;
    known.isReady = true;
    if (known.post.watches) tell(worker, { type: "watch" });
    else if (known.post.socket !== undefined) tellOfPages();
    if (this.isGreeted || this.stopping !== undefined) return;
    // One that has ended is not ready either, although it is not there to say so.
    const ready = liveWorkers().filter((live) => workers.get(live)?.isReady);
    if (ready.length < workerCount(settings) + settings.pageWorkerCount) return;
    this.isGreeted = true;
    endSteps();
    greet(settings, port, {
      isEmbedded: this.database !== undefined,
      offersDemo: this.offersDemo,
      hasPeople: this.hasPeople,
    });
  }

  private async replace(worker: Worker, reason: string | number): Promise<void> {
    const known = workers.get(worker);
    workers.delete(worker);
    if (known === undefined || this.stopping !== undefined) return;
    const { post, bornAt } = known;
    if (post.socket !== undefined) tellOfPages();
    const kind = post.socket === undefined ? "API" : "page";
    countRestart(kind);
    log().error({ workerPid: worker.process.pid, kind, reason }, "A worker process ended; starting another");
    await this.restartDelay(post, performance.now() - bornAt > STEADY_AFTER_MS);
    if (this.stopping === undefined) this.fork(post);
  }

  /** Each kind waits for itself: pages that end again and again do not hold up an API worker that ends once. */
  private async restartDelay({ socket }: Post, isSteady: boolean): Promise<void> {
    const kind = socket === undefined ? "api" : "pages";
    if (isSteady) {
      this.restartDelayMs[kind] = RESTART_DELAY_MS.first;
      return;
    }
    this.restartDelayMs[kind] = Math.min(this.restartDelayMs[kind] * 2, RESTART_DELAY_MS.max);
    await delay(this.restartDelayMs[kind] - RESTART_DELAY_MS.first);
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
    // Failures while the service is being stopped are no news.
    if (this.stopping !== undefined) return this.stopping;
    endSteps();
    this.exitCode ||= error instanceof EnvError || isOtherRelease(error) ? EXIT_CODE_SETTINGS : 1;
    const isPlain = error instanceof Error && !/^(Type|Reference|Range|Syntax)?Error$/.test(error.name);
    console.error(`\nThe service cannot run. ${isPlain ? error.message : (error as Error).stack}\n`);
    return this.stop();
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder();
    return this.stopping;
  }

  /** Workers first, so that what they accepted is finished on a running database; the database last. */
  private async stopInOrder(): Promise<void> {
    endSteps();
    this.pagesBuild.stop();
    const { drainDelayMs = 0, drainTimeoutMs = 0 } = this.settings ?? {};
    const limitMs = drainDelayMs + drainTimeoutMs + KILL_MARGIN_MS;
    // Requests that API workers accepted may be pages.
    await endWorkers((post) => post.socket === undefined, limitMs);
    await endWorkers((post) => post.socket !== undefined, limitMs);
    if (this.socketFolder !== undefined) rmSync(this.socketFolder, { recursive: true, force: true });
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

/** Windows has no sockets in folders, but named pipes. */
function socketPath(folder: string, index: number): string {
  return process.platform === "win32"
    ? `\\\\.\\pipe\\${path.basename(folder)}-${index}`
    : path.join(folder, `pages-${index}.sock`);
}

/** In development one of each kind is enough. */
function workerCount({ nodeEnv, workerCount: count }: Env): number {
  return nodeEnv === "development" ? 1 : count;
}

function greet(
  settings: Env,
  port: number,
  { isEmbedded, offersDemo, hasPeople }: { isEmbedded: boolean; offersDemo: boolean; hasPeople: boolean },
): void {
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "127.0.0.1" : settings.host;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const database = isEmbedded ? `embedded PostgreSQL in ${settings.dataDir}` : "PostgreSQL at DATABASE_URL";
  const accounts = [
    "  Portal accounts      cashier / cashier-demo, supervisor / supervisor-demo,",
    "                       admin / admin-demo, operator / operator-demo",
    "  POS demo client      ClientId: pis_test_demo, wallet 100001 / 01110000001, branch 01000000001",
  ];
  const nobody = [
    "  Portal accounts      none yet. Make the first operator, who sets everything up in the portal:",
    `                       ${commandFor(settings, FIRST_OPERATOR_COMMAND)}`,
  ];
  console.log(
    [
      "",
      `  Points service       ${address}`,
      `  API                  ${address}/api/Integration/v1/…`,
      `  Database             ${database}`,
      ...(offersDemo ? accounts : []),
      ...(hasPeople ? [] : nobody),
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
