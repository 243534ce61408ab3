import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { poolUsage } from "@/lib/db/pools";
import type { WriterObserver } from "@/lib/ledger/writer";
import { processSingleton } from "@/lib/process-singleton";

/** Everything this process measures, in Prometheus' terms. Durations in seconds. */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "points_pool_connections",
    help: "Database connections by pool and state; waiting counts callers",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { purpose, busy, idle, waiting } of poolUsage()) {
        this.set({ pool: purpose, state: "busy" }, busy);
        this.set({ pool: purpose, state: "idle" }, idle);
        this.set({ pool: purpose, state: "waiting" }, waiting);
      }
    },
  });
  return {
    registry,
    requests: new Counter({
      name: "points_requests_total",
      help: "Requests of the points API by operation and answer code",
      labelNames: ["operation", "code"],
      registers,
    }),
    durations: new Histogram({
      name: "points_request_duration_seconds",
      help: "Time from a request's headers to its answer, by operation",
      labelNames: ["operation"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    batchSizes: new Histogram({
      name: "points_ledger_batch_size",
      help: "Commands that shared one transaction",
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    queueDepth: new Gauge({
      name: "points_ledger_queue_depth",
      help: "Commands accepted and not yet answered",
      registers,
    }),
  };
}

/** The metrics of this process. */
export function metrics(): ReturnType<typeof createMetrics> {
  return processSingleton("metrics", createMetrics);
}

/** Counts one answered request. `code` 0 is success. */
export function observeRequest(operation: string, code: number, durationSeconds: number): void {
  const { requests, durations } = metrics();
  requests.inc({ operation, code });
  durations.observe({ operation }, durationSeconds);
}

/** What the ledger's writer tells the metrics. */
export const ledgerObserver: WriterObserver = {
  batchRun: (size) => metrics().batchSizes.observe(size),
  queueChanged: (waiting) => metrics().queueDepth.set(waiting),
};
