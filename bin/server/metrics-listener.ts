import { createServer, type Server } from "node:http";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import { EnvError, type MetricsAddress } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { buildOf } from "@/lib/platform/release";

/** Metrics of the primary; all others are the workers'. */
const own = new Registry();
const restarts = new Counter({
  name: "points_worker_restarts_total",
  help: "Worker processes that ended without being asked to and were replaced, by kind.",
  labelNames: ["kind"],
  registers: [own],
});

new Gauge({
  name: "points_build_info",
  help: "1 for the version and the commit that run.",
  labelNames: ["version", "commit"],
  registers: [own],
  collect() {
    this.reset();
    this.set(buildOf(), 1);
  },
});

// From 0 on: Prometheus sees no rise in a series that begins with the first of them.
for (const kind of ["API", "page"]) restarts.labels(kind).inc(0);

export function countRestart(kind: "API" | "page"): void {
  restarts.labels(kind).inc();
}

export interface MetricsListener {
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics`, summed over all workers, in Prometheus' text format on a port of its own, which should not be
 * reachable from outside. The default port may be busy, as with two services on one machine: then it goes without.
 * @throws EnvError when a port that was asked for cannot be used.
 */
export async function startMetricsListener(
  address: MetricsAddress | null,
): Promise<MetricsListener | undefined> {
  if (address === null) return undefined;
  const registry = new AggregatorRegistry();
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    Promise.all([registry.clusterMetrics(), own.metrics()]).then(
      (texts) => response.writeHead(200, { "Content-Type": registry.contentType }).end(texts.join("\n")),
      (error: unknown) => {
        log().warn({ err: error }, "The metrics could not be gathered");
        response.writeHead(503).end();
      },
    );
  });
  try {
    await listen(server, address);
  } catch (error) {
    const reason = `Metrics cannot be served on ${address.host}:${address.port} (${(error as NodeJS.ErrnoException).code}).`;
    if (address.isExplicit) {
      throw new EnvError(`${reason} Set METRICS_PORT to a free port, or to 0 to switch metrics off.`, {
        cause: error,
      });
    }
    log().warn(`${reason} Going on without; set METRICS_PORT to a free port to have them.`);
    return undefined;
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: MetricsAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
}
