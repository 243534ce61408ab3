import type { Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { FromPrimary } from "@/bin/server/messages";
import type { Env } from "@/lib/platform/env";

const DRAIN_ASKED_EVERY_MS = 100;

/**
 * Half of where a worker's objects begin, in megabytes, whatever the version of Node.js takes. With 8 an API worker under load spends a fifth
 * of its time on copying the objects of requests that are under way (docs/performance.md).
 */
const WORKER_YOUNG_MB = 16;

/** A worker's kind, and its number among others of its kind, which its replacement inherits. */
export interface Post {
  /** Where a page worker listens; undefined for an API worker. */
  socket: string | undefined;
  /** Whether this API worker watches for troubles. */
  watches?: boolean;
}

/** Living workers. */
export const workers = new Map<Worker, { post: Post; bornAt: number; isReady: boolean }>();

export function liveWorkers(isMeant: (post: Post) => boolean = () => true): Worker[] {
  return [...workers]
    .filter(([worker, { post }]) => !worker.isDead() && isMeant(post))
    .map(([worker]) => worker);
}

export function tell(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}

/** Tells every API worker which page workers are ready. */
export function tellOfPages(): void {
  for (const worker of liveWorkers((post) => post.socket === undefined)) tell(worker, pagesMessage());
}

export function pagesMessage(): FromPrimary {
  const sockets = [...workers.values()].flatMap(({ post, isReady }) => (isReady ? (post.socket ?? []) : []));
  return { type: "pages", sockets };
}

/** Lets workers finish what they accepted, and kills those that have not after `limitMs`. */
export async function endWorkers(isMeant: (post: Post) => boolean, limitMs: number): Promise<void> {
  const ending = liveWorkers(isMeant);
  // Not by once() of node:events, which also gives up when a message breaks the channel of a worker that is ending.
  const ended = Promise.all(ending.map((worker) => new Promise((resolve) => worker.once("exit", resolve))));
  const askToDrain = () => {
    for (const worker of ending) tell(worker, { type: "drain" });
  };
  askToDrain();
  // A worker that has only just started may not listen for messages yet.
  const asking = setInterval(askToDrain, DRAIN_ASKED_EVERY_MS);
  const isLate = (await Promise.race([ended, delay(limitMs, "late", { ref: false })])) === "late";
  if (isLate) for (const worker of ending) worker.process.kill("SIGKILL");
  await ended;
  clearInterval(asking);
}

/** In development pages are compiled in the page worker, which takes what it takes. */
export function nodeOptions(settings: Env, { socket }: Post): string[] {
  if (settings.nodeEnv === "development") return process.execArgv;
  const heapMb = socket === undefined ? settings.workerHeapMb : settings.pageWorkerHeapMb;
  return [...process.execArgv, `--max-old-space-size=${heapMb}`, `--max-semi-space-size=${WORKER_YOUNG_MB}`];
}

export function postEnv({ socket }: Post): Record<string, string> {
  return socket === undefined ? { WORKER_KIND: "api" } : { WORKER_KIND: "pages", PAGE_SOCKET: socket };
}
