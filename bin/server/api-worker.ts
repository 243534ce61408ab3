import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { closeIdle, isTooLate } from "@/bin/server/idle-connections";
import { drainWhenAsked, HopelessError, isStopping, runWorker, tellPrimary } from "@/bin/server/lifecycle";
import { isFromPrimary } from "@/bin/server/messages";
import { PageProxy } from "@/bin/server/page-proxy";
import { loadRoutes, serveRoute } from "@/bin/server/routes";
import { keepTime } from "@/lib/platform/database/keep-time";
import { healthPool, lanesPool } from "@/lib/platform/database/pg-pools";
import { type Env, env } from "@/lib/platform/env";
import fallbackPolicy from "@/lib/platform/http/fallback-policy.json";
import {
  findReadiness,
  findReadinessReasons,
  setPageState,
  setReadinessCheck,
} from "@/lib/platform/http/health";
import { marksItself } from "@/lib/platform/http/socket-address";
import { openStaticFiles } from "@/lib/platform/http/static-files";
import { log } from "@/lib/platform/log";
import { expectRequests, publishReadiness, publishState } from "@/lib/platform/metrics";
import { TimeBase } from "@/lib/platform/time-base";
import { answerBrokenRequest, serveIntegration } from "@/lib/points-api/node-door";
import { OPERATIONS } from "@/lib/points-api/operations";
import { services } from "@/lib/services";
import type { Job } from "./jobs";
import { readState } from "./state-metrics";

/** Files for browsers, gathered by scripts/build.mjs. */
const STATIC_ROOT = path.resolve("dist/static");
const INTEGRATION_PATH = /^(?:https?:\/\/[^/]*)?\/+api\/+integration(?:[/?]|$)/i;
const API_PATH = /^(?:https?:\/\/[^/]*)?\/+api(?:[/?]|$)/i;
/** Other requests of tills: pictures of deals, and whether the service is there. */
const TILL_PATH = /^\/(?:images\/|livez$|readyz$)/;

/** Pictures in a width are for pages only: making one takes a processor some time. */
const PAGE_PICTURE_PATH = /^\/images\/[^?]*\?/;

/** Limits of the connection itself; what an operation may take is limited where it is carried out. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** Idle connections end as silent ones do: with a time of their own each request would set two timers. */
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
} as const;
const TRAFFIC_TIMEOUT_MS = 2_000;
/** A database that does not answer yet holds a start up no longer. */
const SETTINGS_TIMEOUT_MS = 2_000;

/**
 * Takes every connection of the service: answers what has a route file and the files for browsers, and passes the rest to a
 * page worker. Never loads Next.js, so that a page cannot hold up a till.
 */
export function runApiWorker(): Promise<void> {
  return runWorker(() => serve(env()));
}

async function serve(settings: Env): Promise<void> {
  marksItself();
  const pages = new PageProxy();
  setPageState(() => (settings.pageWorkerCount === 0 ? "none" : pages.state()));
  process.on("message", (message) => {
    if (isFromPrimary(message) && message.type === "pages") pages.use(message.sockets);
  });
  const server = createServer(LIMITS, dispatcher(settings, pages));
  tellPrimary({ type: "listens" });
  server.on("clientError", answerBrokenRequest);
  if (settings.nodeEnv === "development")
    server.on("upgrade", (request, socket, head) => pages.upgrade(request, socket, head));
  // Without a listener Node.js answers a request that offers another protocol, as Java's client offers HTTP/2, by its own. In
  // development pages are compiled while a person waits for them, so connections do not time out.
  else server.setTimeout(settings.httpIdleMs, closeIdle);
  expectRequests(Object.keys(OPERATIONS));
  publishState(readState);
  publishReadiness(findReadiness);
  const jobs: Job[] = [await keepTime(healthPool())];
  const release = async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    const { traffic, dealCounts } = services();
    await Promise.race([Promise.all([traffic.stop(), dealCounts.stop()]), delay(TRAFFIC_TIMEOUT_MS)]);
  };
  drainWhenAsked(server, release, () => setReadinessCheck("draining", () => "The service is stopping."));
  await Promise.race([services().programme.known(), delay(SETTINGS_TIMEOUT_MS)]);
  const { port } = await listen(server, settings.host, settings.port);
  await warmUp();
  while ((await findReadinessReasons()).length > 0) await delay(200);
  // A wrong clock keeps no worker from starting: movements go by the database's time all the same.
  setReadinessCheck("clock", () => TimeBase.ofProcess().trouble);
  const isAsked = watchAsked();
  tellPrimary({ type: "ready", port });
  // The points API is served by now. The other parts, for portal and jobs, take longer to load.
  const { startJobs } = await import("@/bin/server/jobs");
  if (isStopping()) return;
  jobs.push(...(await startJobs()));
  void isAsked.then(async () => {
    const { keepWatch } = await import("@/bin/server/watch-job");
    if (!isStopping()) jobs.push(keepWatch());
  });
  await loadRoutes();
}

/** Resolves when the primary asks this worker to watch for troubles; of several workers it asks one. */
function watchAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.on("message", (message) => {
      if (isFromPrimary(message) && message.type === "watch") resolve();
    });
  });
}

function dispatcher({ nodeEnv }: Env, pages: PageProxy) {
  // In development Next.js serves everything from the sources.
  if (nodeEnv === "development")
    return (request: IncomingMessage, response: ServerResponse) => pages.handle(request, response);
  let files = openStaticFiles(STATIC_ROOT);
  // Pages may have been built since this worker began (bin/server/pages-build.ts).
  const reopen = (message: unknown) => {
    if (!isFromPrimary(message) || message.type !== "pages" || message.sockets.length === 0) return;
    files = openStaticFiles(STATIC_ROOT);
    process.off("message", reopen);
  };
  process.on("message", reopen);
  return (request: IncomingMessage, response: ServerResponse) => {
    if (isTooLate(request.socket)) return void request.resume();
    if (isStopping()) response.setHeader("Connection", "close");
    const { url = "", headers } = request;
    // A till that has its path wrong is told so in JSON: a page or a redirect says nothing to it.
    const isAstray = headers.clientid !== undefined && !API_PATH.test(url) && !TILL_PATH.test(url);
    const isIntegration = INTEGRATION_PATH.test(url) || isAstray;
    // Answers without a policy of their own, such as errors of Next.js: own files, no inline script, no frame.
    if (!isIntegration) response.setHeader(fallbackPolicy.key, fallbackPolicy.value);
    if (isIntegration) void serveIntegration(request, response);
    else if (PAGE_PICTURE_PATH.test(url)) pages.handle(request, response);
    else if (files.serve(request, response) || serveRoute(request, response)) return;
    else if (API_PATH.test(url)) void serveIntegration(request, response);
    // Next.js fails over it.
    else if (request.method === "TRACE") response.writeHead(405, { Allow: "GET, HEAD, POST" }).end();
    else pages.handle(request, response);
  };
}

function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no "every address" of both kinds.
      if (error.code === "EAFNOSUPPORT" && host === "::") return resolve(listen(server, "0.0.0.0", port));
      reject(explainListenError(error, host, port));
    });
    server.listen({ host, port, backlog: 1_024 }, () => resolve(server.address() as AddressInfo));
  });
}

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

/** Opens connections and reads settings ahead of the first points operation. A fault here does not stop the start. */
async function warmUp(): Promise<void> {
  services();
  await lanesPool()
    .query("SELECT 1")
    .catch((error: unknown) => log().warn({ err: error }, "The database does not answer yet"));
}
