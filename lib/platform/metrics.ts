import { setTimeout as delay } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram } from "prom-client";
import { processSingleton } from "./process-singleton";

/** How a pool of connections is used at this moment. */
interface PoolReading {
  purpose: string;
  busy: number;
  idle: number;
  waiting: number;
}

/** Latencies in seconds: fine around what a till should see, coarse towards the limit of ten seconds. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

interface RequestMetrics {
  count(): void;
  observe(seconds: number): void;
}

class Metrics {
  private readonly requests = new Counter({
    name: "points_requests_total",
    help: "Answered requests by operation and error code; code 0 is success.",
    labelNames: ["operation", "code"],
  });
  private readonly latency = new Histogram({
    name: "points_request_duration_seconds",
    help: "Time from a request's arrival to its answer, by operation.",
    labelNames: ["operation"],
    buckets: LATENCY_BUCKETS,
  });
  private readonly webhooks = new Histogram({
    name: "points_webhook_attempt_duration_seconds",
    help: "Time that receivers of webhooks took to answer, by what came of the attempt.",
    labelNames: ["outcome"],
    buckets: LATENCY_BUCKETS,
  });
  private readonly batches = new Histogram({
    name: "points_ledger_batch_commands",
    help: "Commands that shared one transaction of the ledger.",
    buckets: BATCH_BUCKETS,
  });
  private readonly batchTimes = new Histogram({
    name: "points_ledger_batch_duration_seconds",
    help: "Time that a batch of the ledger took, from its first statement to its commit.",
    buckets: LATENCY_BUCKETS,
  });
  private readonly moved = new Counter({
    name: "points_moved_points_total",
    help: "Points that movements gave to wallets and took from them.",
    labelNames: ["direction"],
  });
  private readonly given = this.moved.labels("given");
  private readonly taken = this.moved.labels("taken");
  private readonly portal = new Histogram({
    name: "points_portal_request_duration_seconds",
    help: "Time from a portal request's arrival to its answer, by route and class of status.",
    labelNames: ["route", "status"],
    buckets: LATENCY_BUCKETS,
  });
  private readonly jobs = new Gauge({
    name: "points_job_last_round_timestamp_seconds",
    help: "When each job last finished a round in one of the workers.",
    labelNames: ["job_name"],
    aggregator: "max",
  });
  /** Labelled children by operation and code: looking them up by name would cost more than counting. */
  private readonly known = new Map<string, RequestMetrics>();

  queuedCommands = 0;
  heldCommands = 0;

  constructor() {
    collectDefaultMetrics();
    const readQueue = () => this.queuedCommands;
    new Gauge({
      name: "points_ledger_queue_commands",
      help: "Commands waiting for the ledger or under way in it.",
      collect() {
        this.set(readQueue());
      },
    });
    const readHeld = () => this.heldCommands;
    new Gauge({
      name: "points_ledger_held_commands",
      help: "Commands that wait because another transaction holds a row they need.",
      collect() {
        this.set(readHeld());
      },
    });
  }

  expectRequests(operations: readonly string[]): void {
    for (const operation of operations) {
      this.latency.zero({ operation });
      for (const code of ["0", "1702", "1704", "1901", "1902"]) this.requests.labels(operation, code).inc(0);
    }
    this.given.inc(0);
    this.taken.inc(0);
  }

  observeRequest(operation: string, code: string | number, seconds: number): void {
    const key = `${operation} ${code}`;
    let found = this.known.get(key);
    if (found === undefined) {
      const counter = this.requests.labels(operation, String(code));
      const histogram = this.latency.labels(operation);
      found = { count: () => counter.inc(), observe: (value) => histogram.observe(value) };
      this.known.set(key, found);
    }
    found.count();
    found.observe(seconds);
  }

  observeWebhook(outcome: string, seconds: number): void {
    this.webhooks.labels(outcome).observe(seconds);
  }

  observeBatch(commands: number): void {
    this.batches.observe(commands);
  }

  observeBatchTime(seconds: number): void {
    this.batchTimes.observe(seconds);
  }

  countMoved(points: number): void {
    if (points > 0) this.given.inc(points);
    else if (points < 0) this.taken.inc(-points);
  }

  observePortal(route: string, status: number, seconds: number): void {
    this.portal.labels(route, `${Math.floor(status / 100)}xx`).observe(seconds);
  }

  noteRound(job: string): void {
    this.jobs.labels(job).set(Date.now() / 1_000);
  }
}

const metrics = () => processSingleton("metrics", () => new Metrics());

/**
 * Counts an answered request and its latency. `operation` and `code` must come from a small fixed set, never from
 * what a caller sent.
 */
export function observeRequest(operation: string, code: string | number, seconds: number): void {
  metrics().observeRequest(operation, code, seconds);
}

/**
 * Begins the series of these operations at 0, those of paging refusals too. Prometheus sees no rise in a series that begins with its first
 * refusals, so the alert would not fire.
 */
export function expectRequests(operations: readonly string[]): void {
  metrics().expectRequests(operations);
}

/** Counts an attempt to deliver a webhook, and the time it took. */
export function observeWebhook(outcome: "delivered" | "failed" | "dead", seconds: number): void {
  metrics().observeWebhook(outcome, seconds);
}

/** Measures of the ledger's writer. */
export const ledgerObserver = {
  /** So many commands shared one transaction. */
  batchRun(commands: number): void {
    metrics().observeBatch(commands);
  },
  batchDone(seconds: number): void {
    metrics().observeBatchTime(seconds);
  },
  heldChanged(commands: number): void {
    metrics().heldCommands = commands;
  },
  /** A movement gave so many points, or took them (below zero). */
  moved(points: number): void {
    metrics().countMoved(points);
  },
  /** So many commands wait or are under way now. */
  queueChanged(commands: number): void {
    metrics().queuedCommands = commands;
  },
};

/** Counts an answered request of the portal. `route` is its pattern, never an address with what a caller sent. */
export function observePortalRequest(route: string, status: number, seconds: number): void {
  metrics().observePortal(route, status, seconds);
}

/** Notes that a job has finished a round. */
export function noteJobRound(job: string): void {
  metrics().noteRound(job);
}

/** Measures read from the database at each scrape: in seconds, null where there is nothing of the kind. */
export interface StateReading {
  anchorAge: number | null;
  /** Age of the oldest fact that an active endpoint has yet to be told of. */
  oldestWebhook: number | null;
  /** Endpoints that are switched off because of failures. */
  webhooksOff: number;
  /** The largest share of a limit of the day that an API client or a merchant has used, 1 = all of it. */
  dayLimitShare: number | null;
  standbyLag: number | null;
}

/** An answer with metrics waits for all workers, and has no series of any where one of them waits for the database for long. */
const STATE_WAIT_MS = 500;

/** Publishes what only the database knows. While it holds its answer back these series stay as they were; while it fails they are absent. */
export function publishState(read: () => Promise<StateReading>): void {
  processSingleton("metrics.state", () => {
    const gauge = (name: string, help: string) => new Gauge({ name, help, aggregator: "max" });
    const webhook = gauge(
      "points_webhook_oldest_seconds",
      "Age of the oldest event that a receiver has yet to be told of.",
    );
    const off = gauge(
      "points_webhook_endpoints_off",
      "Endpoints of webhooks that are switched off because of failures.",
    );
    const limit = gauge(
      "points_day_limit_used_ratio",
      "The largest share of a limit of the day that an API client or a merchant has used; 1 is all of it.",
    );
    const standby = gauge(
      "points_reports_standby_lag_seconds",
      "Seconds by which the copy for reports is behind.",
    );
    let reading: Promise<void> | undefined;
    const anchor = new Gauge({
      name: "points_anchor_age_seconds",
      help: "Time since the logs were last signed.",
      aggregator: "max",
      async collect() {
        reading ??= read()
          .then(show, () => show(null))
          .finally(() => {
            reading = undefined;
          });
        await Promise.race([reading, delay(STATE_WAIT_MS, undefined, { ref: false })]);
      },
    });
    const show = (found: StateReading | null) => {
      for (const [series, value] of [
        [anchor, found?.anchorAge],
        [webhook, found?.oldestWebhook],
        [off, found?.webhooksOff],
        [limit, found?.dayLimitShare],
        [standby, found?.standbyLag],
      ] as const) {
        if (value == null) series.remove();
        else series.set(value);
      }
    };
    show(null);
    return anchor;
  });
}

/** Publishes how far this machine's clock is from the time that the service works by; `read` answers seconds. */
export function publishClockOffset(read: () => number): void {
  processSingleton(
    "metrics.clock",
    () =>
      new Gauge({
        name: "points_clock_offset_seconds",
        help: "Seconds between this machine's clock and the database's.",
        aggregator: "max",
        collect() {
          this.set(Math.abs(read()));
        },
      }),
  );
}

/** Publishes which conditions of being ready are not met; `read` is asked when the metrics are. */
export function publishReadiness(read: () => Promise<ReadonlyMap<string, string | null>>): void {
  processSingleton(
    "metrics.ready",
    () =>
      new Gauge({
        name: "points_not_ready",
        help: "1 for each condition of being ready that is not met, as /readyz has it; 0 for those that are.",
        labelNames: ["reason"],
        aggregator: "max",
        async collect() {
          for (const [reason, why] of await read()) this.set({ reason }, why === null ? 0 : 1);
        },
      }),
  );
}

/** Publishes the use of the connection pools; `read` is called when the metrics are asked for. */
export function publishPoolUsage(read: () => PoolReading[]): void {
  processSingleton(
    "metrics.pools",
    () =>
      new Gauge({
        name: "points_database_connections",
        help: "Database connections by pool and state; waiting = callers without one.",
        labelNames: ["pool", "state"],
        collect() {
          for (const { purpose, busy, idle, waiting } of read()) {
            this.set({ pool: purpose, state: "busy" }, busy);
            this.set({ pool: purpose, state: "idle" }, idle);
            this.set({ pool: purpose, state: "waiting" }, waiting);
          }
        },
      }),
  );
}

/** Starts the process's own measures (memory, event loop, garbage collection). Call once in every worker. */
export function startMetrics(): void {
  metrics();
}
