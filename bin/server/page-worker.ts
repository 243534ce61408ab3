import { existsSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import { constants } from "node:zlib";
import compression from "compression";
import { drainWhenAsked, runWorker, tellPrimary } from "@/bin/server/lifecycle";
import { serveRoute } from "@/bin/server/routes";
import { keepTime } from "@/lib/platform/database/keep-time";
import { healthPool } from "@/lib/platform/database/pg-pools";
import { type Env, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** How much of the processors a page yields to tills and to the database where there is not enough for all. */
const NICENESS = 10;

/** As small as what Next.js would make of a page, in half the time: each is made, and compressed, for one visit. */
const compress = compression({ level: 3, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } } });

/** Renders pages with Next.js, on a socket that only the API workers know. Ready when the first page can be rendered. */
export function runPageWorker(): Promise<void> {
  return runWorker(() => serve(env()));
}

const OWN_THREADS = "/proc/self/task";

/** Linux has a priority for each thread: those of V8 and libuv were started before and would keep the tills' own. */
function yieldToTills(): void {
  const threads = existsSync(OWN_THREADS) ? readdirSync(OWN_THREADS).map(Number) : [process.pid];
  for (const thread of threads) os.setPriority(thread, NICENESS);
}

async function serve({ nodeEnv, host, port, pageSocket }: Env): Promise<void> {
  yieldToTills();
  // Connections of API workers stay open between requests, and it is they who close them.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
  const time = await keepTime(healthPool());
  let state: { stop(): Promise<void> } | undefined;
  drainWhenAsked(server, () => Promise.all([time.stop(), state?.stop()]));
  const { default: next } = await import("next");
  const app = next({ dev: nodeEnv === "development", hostname: host, port, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  server.on("request", (request, response) => {
    // API workers leave pictures in a width to this process, and a build has no route files.
    if (nodeEnv !== "development" && serveRoute(request, response)) return;
    const render = () =>
      handle(request, response).catch((error: unknown) => {
        log().error({ err: error }, "A page could not be answered");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    // The types are those of Express, of which the library uses nothing but Node's own.
    compress(request as never, response as never, () => void render());
  });
  if (pageSocket === undefined) throw new Error("A page worker needs a socket.");
  // A worker that was killed leaves its socket behind.
  rmSync(pageSocket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: pageSocket, exclusive: true }, resolve);
  });
  tellPrimary({ type: "ready", port });
  const { keepState } = await import("./state-job");
  state = keepState();
}
