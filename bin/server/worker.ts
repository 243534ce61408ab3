import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { AggregatorRegistry } from "prom-client";
import { type FromWorker, isFromPrimary } from "@/bin/server/messages";
import { ensureSystemUser } from "@/lib/admin/system-user";
import { stopListening } from "@/lib/db/notify";
import { closePools, ledgerPool, poolUsage, portalPool, prisma } from "@/lib/db/pools";
import { markDatabasePrepared } from "@/lib/db/prepare";
import { removeUnusedPictures } from "@/lib/deals/remove-unused-pictures";
import { type Env, env } from "@/lib/env";
import { type EventSchedule, startEventSchedule } from "@/lib/events/schedule";
import { findReadinessReasons, handleHealth, setReadinessCheck } from "@/lib/http/health";
import { answerBrokenRequest, SOCKET_IDLE_MS, serveIntegration } from "@/lib/http/node-door";
import { importRunner } from "@/lib/http/portal/wallet-imports";
import { deliveryOptions } from "@/lib/http/portal/webhooks";
import { markSocketAddress, marksItself } from "@/lib/http/socket-address";
import { openStaticFiles, type StaticFiles } from "@/lib/http/static-files";
import { type ExpirySchedule, startExpirySchedule } from "@/lib/ledger/expiry-job";
import { flushLog, log } from "@/lib/log";
import { publishPoolUsage, startMetrics } from "@/lib/metrics";
import { type ReportSchedule, startReportSchedule } from "@/lib/reports/schedule";
import { services } from "@/lib/services";
import { pruneTraffic } from "@/lib/traffic/prune";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** What scripts/build.mjs gathers for browsers. */
const STATIC_ROOT = path.resolve("dist/static");
const INTEGRATION_PATH = /^\/api\/integration(?:[/?]|$)/i;

/** Limits of the connection itself; what an operation may take is limited where it is carried out. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** Idle connections end as silent ones do: with a time of their own each request would set two timers. */
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
} as const;
const TIDIED_EVERY_MS = 3_600_000;
/**
 * Not to make objects old at birth where their like have outlived a collection, as those of requests under way do: each
 * would keep all that it names until the whole heap is collected, which then happens every other second and holds up the tills.
 */
const BORN_YOUNG = "--no-allocation-site-pretenuring";

/** Answers requests until the primary asks it to stop or goes away. */
export async function runWorker(): Promise<void> {
  setFlagsFromString(BORN_YOUNG);
  const settings = env();
  markDatabasePrepared();
  marksItself();
  startMetrics();
  publishPoolUsage(poolUsage);
  // Answers the primary's question for this worker's share of the metrics.
  new AggregatorRegistry();
  endWithTheProcess();
  try {
    await serve(settings);
  } catch (error) {
    // Who is asked to stop while he still begins finds his connections closed; the drain ends the process.
    if (!isDraining) await end(error);
  }
}

/** The primary, or whoever may, has asked this worker to stop. */
let isDraining = false;

async function serve(settings: Env): Promise<void> {
  const isDevelopment = settings.nodeEnv === "development";
  const pages = new Pages();
  // In development Next.js makes the files as they are asked for; those of an earlier build are not to be found.
  const files = isDevelopment ? undefined : openStaticFiles(STATIC_ROOT);
  const server = createServer(LIMITS, (request, response) => dispatch(request, response, { files, pages }));
  server.on("clientError", answerBrokenRequest);
  if (!isDevelopment) server.setTimeout(SOCKET_IDLE_MS);
  const jobs: Stoppable[] = [];
  drainWhenAsked(server, settings, async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  });
  const { port } = await listen(server, settings);
  setReadinessCheck("pages", () => (pages.isLoaded ? null : "The pages are being loaded."));
  // Loading the pages stops everything else for moments at a time: the tills that are waiting already come first.
  await warmUp();
  await pages.load(server, { isDevelopment, host: settings.host, port });
  await untilReady();
  const systemUserId = await ensureSystemUser(prisma());
  const delivery = await deliveryOptions();
  if (isDraining) return;
  jobs.push(keepExpirySchedule(systemUserId), keepReports(), keepEvents(delivery), importRunner());
  keepTidy();
  importRunner().keepLooking();
  tellPrimary({ type: "ready", port });
}

/** Work that goes on beside requests, in steps; stopping waits for the one under way. */
interface Stoppable {
  stop(): Promise<void>;
}

function dispatch(
  request: IncomingMessage,
  response: ServerResponse,
  { files, pages }: { files: StaticFiles | undefined; pages: Pages },
): void {
  if (INTEGRATION_PATH.test(request.url ?? "")) void serveIntegration(request, response);
  else if (handleHealth(request, response) || files?.serve(request, response)) return;
  else pages.handle(request, response);
}

/** The Next.js application. It takes a while to load, and points operations do not wait for it. */
class Pages {
  isLoaded = false;
  private handler: Handler | undefined;
  private readonly waiting: [IncomingMessage, ServerResponse][] = [];

  async load(server: Server, options: { isDevelopment: boolean; host: string; port: number }): Promise<void> {
    const { default: next } = await import("next");
    const { isDevelopment, host, port } = options;
    const app = next({ dev: isDevelopment, hostname: host, port, httpServer: server });
    await app.prepare();
    const handle = app.getRequestHandler();
    this.handler = (request, response) => {
      handle(request, response).catch((error: unknown) => {
        log().error({ err: error }, "A page could not be answered");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    };
    this.isLoaded = true;
    for (const [request, response] of this.waiting.splice(0)) this.handler(request, response);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    markSocketAddress(request);
    if (this.handler === undefined) this.waiting.push([request, response]);
    else this.handler(request, response);
  }
}

function listen(server: Server, { host, port }: Env): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)));
    server.listen({ host, port, backlog: 1_024 }, () => resolve(server.address() as AddressInfo));
  });
}

/** The address cannot be used, by this worker or any other. */
class HopelessError extends Error {}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to another port.`,
    EACCES: `Port ${port} may not be used by this account. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1 or 0.0.0.0.`,
  };
  const message = advice[error.code ?? ""];
  return message === undefined ? error : new HopelessError(message, { cause: error });
}

/** What the first points operation would otherwise wait for: connections, remembered settings. A fault here is no reason to stop. */
async function warmUp(): Promise<void> {
  services();
  await ledgerPool()
    .query("SELECT 1")
    .catch((error: unknown) => log().warn({ err: error }, "The database does not answer yet"));
}

/** The daily write-off of lapsed points. Every worker keeps the schedule; the job sees to it that one does the work. */
function keepExpirySchedule(systemUserId: number): ExpirySchedule {
  const { clock, ledger } = services();
  return startExpirySchedule({
    pool: portalPool(),
    ledger,
    clock,
    systemUserId,
    onRun: (run) => log().info(run, "Lapsed points written off"),
    onError: (error) => log().error({ err: error }, "Lapsed points could not be written off"),
  });
}

/** What is kept of the requests of clients that ask no more goes in time, and pictures that are nowhere to be seen. */
function keepTidy(): void {
  const tidy = async () => {
    const now = services().clock.now();
    await pruneTraffic(portalPool(), { now }).catch((error: unknown) =>
      log().warn({ err: error }, "Old requests of API clients could not be removed"),
    );
    await removeUnusedPictures(portalPool(), { now }).then(
      (removed) => removed > 0 && log().info({ removed }, "Pictures that nothing uses were removed"),
      (error: unknown) => log().warn({ err: error }, "Pictures that nothing uses could not be removed"),
    );
  };
  setInterval(() => void tidy(), TIDIED_EVERY_MS).unref();
}

/** The sums that reports are made of, a few seconds behind the log. Of all workers one at a time does the work. */
function keepReports(): ReportSchedule {
  return startReportSchedule({
    pool: portalPool(),
    clock: services().clock,
    onCheck: ({ findings, ...check }) =>
      check.findingCount === 0
        ? log().info(check, "The reports' sums were compared with the log")
        : log().error({ ...check, findings: findings.slice(0, 10) }, "The reports' sums differ from the log"),
    onError: (error) => log().error({ err: error }, "The reports' sums could not be brought up to date"),
  });
}

/** Tells others by webhooks what happened. The workers share the work. */
function keepEvents(delivery: Awaited<ReturnType<typeof deliveryOptions>>): EventSchedule {
  return startEventSchedule({
    ...delivery,
    onError: (error) => log().error({ err: error }, "Events could not be told by webhooks"),
  });
}

async function untilReady(): Promise<void> {
  while ((await findReadinessReasons()).length > 0) await delay(200);
}

/**
 * SIGINT is ignored: Ctrl-C reaches the whole process group, and the primary decides when a worker may go. SIGTERM to a
 * single worker drains it, and the primary replaces it.
 */
function drainWhenAsked(server: Server, settings: Env, stopJobs: () => Promise<void>): void {
  const drain = () => {
    if (isDraining) return;
    isDraining = true;
    void finishAndEnd(server, settings, stopJobs);
  };
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", drain);
  process.on("message", (message) => {
    if (isFromPrimary(message)) drain();
  });
}

/** Takes no new connections, answers what was accepted, then lets go of the database. Nothing accepted is dropped. */
async function finishAndEnd(
  server: Server,
  { drainTimeoutMs }: Env,
  stopJobs: () => Promise<void>,
): Promise<void> {
  setReadinessCheck("draining", () => "The service is stopping.");
  const jobsStopped = stopJobs();
  const closed = new Promise<"closed">((resolve) => server.close(() => resolve("closed")));
  // Connections that were busy when the server closed turn idle one by one and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const outcome = await Promise.race([
    Promise.all([closed, jobsStopped]),
    delay(drainTimeoutMs, "late" as const),
  ]);
  clearInterval(sweep);
  if (outcome === "late") {
    log().warn({ drainTimeoutMs }, "Some requests were not finished in time and are cut off");
    server.closeAllConnections();
  }
  await Promise.race([services().traffic.stop(), delay(2_000)]);
  await Promise.race([Promise.all([stopListening(), closePools()]), delay(2_000)]);
  await flushLog();
  process.exit(0);
}

/** An error nobody caught leaves the process in an unknown state: it says so and ends, and the primary starts another. */
function endWithTheProcess(): void {
  process.on("uncaughtException", (error) => void end(error));
  process.on("unhandledRejection", (error) => void end(error));
}

async function end(error: unknown): Promise<never> {
  if (error instanceof HopelessError) tellPrimary({ type: "hopeless", message: error.message });
  else log().fatal({ err: error }, "A worker process failed");
  await flushLog();
  process.exit(1);
}

function tellPrimary(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
