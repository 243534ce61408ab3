import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { type FromWorker, isFromPrimary } from "@/bin/server/messages";
import { stopListening } from "@/lib/platform/database/notify";
import { closePools, poolUsage } from "@/lib/platform/database/pg-pools";
import { markDatabasePrepared } from "@/lib/platform/database/prepare";
import { env } from "@/lib/platform/env";
import { findDatabaseTrouble } from "@/lib/platform/http/health";
import { flushLog, log } from "@/lib/platform/log";
import { publishPoolUsage, startMetrics } from "@/lib/platform/metrics";
import { Outage } from "@/lib/platform/outage";
import { stopping } from "@/lib/platform/stopping";

/** Closing the database's connections may wait for an answer that never comes. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The worker cannot work here, and no other one could. The message is for the operator who started the service. */
export class HopelessError extends Error {}

/** The primary, or whoever may, has asked this worker to stop. */
let isDraining = false;

/**
 * Runs a worker until it is asked to stop: metrics, end after an error, end when asked. `serve` starts its work; when
 * that throws, the process ends and the primary starts another.
 */
export async function runWorker(serve: () => Promise<void>): Promise<void> {
  markDatabasePrepared();
  startMetrics();
  publishPoolUsage(poolUsage);
  // Answers the primary's question for this worker's share of the metrics.
  new AggregatorRegistry();
  // An uncaught error leaves the process in an unknown state: it logs the error and ends.
  process.on("uncaughtException", (error) => void endWith(error));
  process.on("unhandledRejection", (error) => void endWith(error));
  Outage.ofProcess().watch(findDatabaseTrouble);
  try {
    await serve();
  } catch (error) {
    // Stopped during start-up: the pools are already closed, and the drain ends the process.
    if (!isDraining) await endWith(error);
  }
}

/** Whether this worker has been asked to stop: then it begins nothing new. */
export function isStopping(): boolean {
  return isDraining;
}

/**
 * Stops the worker when it is asked to: `announce` tells who sends requests here, `server` takes connections for as long as that
 * needs to be heard, then no new ones, what it accepted is answered, then `release` runs and the process ends. SIGINT is ignored: Ctrl-C reaches the whole process group, and the primary decides when a
 * worker may go. SIGTERM to a single worker drains it, and the primary replaces it.
 */
export function drainWhenAsked(
  server: Server,
  release: () => Promise<unknown>,
  announce: () => void = () => undefined,
): void {
  const drain = () => {
    if (isDraining) return;
    isDraining = true;
    announce();
    void finishAndEnd(server, release);
  };
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", drain);
  process.on("message", (message) => {
    if (isFromPrimary(message) && message.type === "drain") drain();
  });
}

export function tellPrimary(message: FromWorker): void {
  // A primary that ends meanwhile hears of nothing; without it this worker is ended too.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Nothing accepted is dropped, unless it takes longer than the settings allow. */
async function finishAndEnd(server: Server, release: () => Promise<unknown>): Promise<void> {
  const { drainDelayMs, drainTimeoutMs } = env();
  if (drainDelayMs > 0) await delay(drainDelayMs);
  // Displays that wait for news of their till would keep the worker for seconds.
  stopping().abort();
  const released = release();
  const closed = new Promise<"closed">((resolve) => server.close(() => resolve("closed")));
  // Connections that were busy when the server closed turn idle one by one and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 25);
  const outcome = await Promise.race([
    Promise.all([closed, released]),
    delay(drainTimeoutMs, "late" as const),
  ]);
  clearInterval(sweep);
  if (outcome === "late") {
    log().warn({ drainTimeoutMs }, "Some requests were not finished in time and are cut off");
    server.closeAllConnections();
  }
  await Promise.race([Promise.all([stopListening(), closePools()]), delay(CLOSE_TIMEOUT_MS)]);
  await flushLog();
  process.exit(0);
}

async function endWith(error: unknown): Promise<never> {
  if (error instanceof HopelessError) tellPrimary({ type: "hopeless", message: error.message });
  else log().fatal({ err: error }, "A worker process failed");
  await flushLog();
  process.exit(1);
}
