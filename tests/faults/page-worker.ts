import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { quantile } from "@/bench/figures";
import { runLoad } from "@/bench/load";
import { lookUps } from "@/bench/pages";
import { signIn } from "@/bench/portal-session";
import { workersOf } from "@/bench/processes";
import { rewards } from "@/bench/requests";
import { inWorld, type World } from "@/bench/world";
import { signal } from "./processes";

/** What is done to the page worker while tills work. */
export const PAGE_HURTS = ["nothing", "killed", "crowded", "grown"] as const;
export type PageHurt = (typeof PAGE_HURTS)[number];

export interface PageHurtOptions {
  kills: number;
  /** For how long nothing is done, and pages are asked for in crowds. */
  seconds: number;
}

export interface PageHurtResult {
  hurt: PageHurt;
  /** How often the page worker was ended. */
  ends: number;
  answered: number;
  /** What tills were answered that was not right. */
  failures: string[];
  p50Ms: number;
  p99Ms: number;
  /** Answers of `/readyz` that were not 200, and the words it had for pages. */
  unready: number;
  pageStates: string[];
  /** From the end of it until a page is answered. */
  pagesBackMs: number;
}

const WALLETS = 1_000;
const REWARDS_PER_SECOND = 100;
const LOOKUPS_PER_SECOND = 2;
/** Requests are sent in turns of this length, until the page worker has been hurt enough. */
const TURN_SECONDS = 2;
const CROWD = 50;
const HEAVY_PAGE = "/manage/deals";
const READY_ASKED_EVERY_MS = 100;
const LOOKED_EVERY_MS = 20;
const BACK_WITHIN_MS = 120_000;
/** The least that the settings take, so that growing ends soon. */
const PAGE_HEAP_MB = "256";

/**
 * Tills under load while the page worker is left alone, killed again and again, asked for fifty heavy pages at once, and made
 * to grow until it is ended.
 */
export function hurtPages(
  options: PageHurtOptions,
  onResult: (result: PageHurtResult) => void = () => undefined,
): Promise<PageHurtResult[]> {
  const environment = {
    PAGE_WORKER_HEAP_MB: PAGE_HEAP_MB,
    NODE_OPTIONS: `--import ${pathToFileURL(path.resolve("tests/faults/grow.mjs")).href}`,
  };
  return inWorld({ wallets: WALLETS, environment }, async (world) => {
    const results: PageHurtResult[] = [];
    for (const hurt of PAGE_HURTS) {
      const result = await tryOne(world, hurt, options);
      onResult(result);
      results.push(result);
    }
    return results;
  });
}

async function tryOne(world: World, hurt: PageHurt, options: PageHurtOptions): Promise<PageHurtResult> {
  const { port } = world.service;
  const url = `http://127.0.0.1:${port}`;
  const [cashier, admin] = [await signIn(url, "cashier"), await signIn(url, "admin")];
  const heavy = () =>
    fetch(`${url}${HEAVY_PAGE}`, { headers: { cookie: admin.cookie, accept: "text/html" } });
  await untilOk(heavy);
  const watch = watchReadiness(url);
  let isHurting = true;
  const hurting = hurtOnce(world, hurt, heavy, options).finally(() => {
    isHurting = false;
  });
  const latencies: number[] = [];
  const failures: string[] = [];
  const open = { port, seconds: TURN_SECONDS };
  while (isHurting) {
    const loads = await Promise.all([
      runLoad({
        ...{ ...open, connections: 16, rate: REWARDS_PER_SECOND },
        requests: rewards(WALLETS, "uniform"),
      }),
      runLoad({ ...open, connections: 2, rate: LOOKUPS_PER_SECOND, requests: lookUps([cashier], WALLETS) }),
    ]);
    for (const load of loads) {
      latencies.push(...load.latenciesMs);
      failures.push(...load.examples);
    }
  }
  const ends = await hurting;
  const endedAt = performance.now();
  await untilOk(heavy);
  const pagesBackMs = performance.now() - endedAt;
  return {
    ...{ hurt, ends, answered: latencies.length, failures, pagesBackMs },
    ...{ p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) },
    ...(await watch.stop()),
  };
}

/** Does it, and says how often a page worker ended of it. */
async function hurtOnce(
  { service }: World,
  hurt: PageHurt,
  heavy: () => Promise<Response>,
  { kills, seconds }: PageHurtOptions,
): Promise<number> {
  switch (hurt) {
    case "nothing":
      await delay(seconds * 1_000);
      return 0;
    case "killed":
      for (let count = 0; count < kills; count += 1) {
        // As soon as it is there, or when it has rendered a page, by turns.
        if (count % 2 === 0) await untilOk(heavy);
        await endPageWorker(service.pid, "SIGKILL");
      }
      return kills;
    case "crowded":
      for (const until = performance.now() + seconds * 1_000; performance.now() < until; )
        await Promise.all(Array.from({ length: CROWD }, () => read(heavy)));
      return 0;
    case "grown":
      await endPageWorker(service.pid, "SIGUSR2");
      return 1;
  }
}

/** Sends a signal to the page worker and waits until it is gone. */
async function endPageWorker(root: number, name: NodeJS.Signals): Promise<void> {
  const find = () => workersOf(root).find(({ kind }) => kind === "pages")?.pid;
  const isThere = await until(() => find() !== undefined);
  const pid = find();
  if (!isThere || pid === undefined) throw new Error("There is no page worker");
  signal(pid, name);
  if (!(await until(() => find() !== pid))) throw new Error(`${name} does not end the page worker`);
}

/** Asks all the while whether the service is ready. */
function watchReadiness(url: string) {
  const states = new Set<string>();
  let unready = 0;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const answer = await fetch(`${url}/readyz`);
      if (!answer.ok) unready += 1;
      states.add(((await answer.json()) as { pages: string }).pages);
      await delay(READY_ASKED_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      isWatching = false;
      await watching;
      return { unready, pageStates: [...states].sort() };
    },
  };
}

/** Whether a page was answered in the end, or why not: a page worker that ends breaks its answers off. */
async function read(ask: () => Promise<Response>): Promise<boolean> {
  try {
    const answer = await ask();
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function untilOk(ask: () => Promise<Response>): Promise<void> {
  if (!(await until(() => read(ask)))) throw new Error("Pages do not come back");
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<boolean> {
  for (const end = performance.now() + BACK_WITHIN_MS; performance.now() < end; await delay(LOOKED_EVERY_MS))
    if (await isTrue()) return true;
  return false;
}

/** As a table of Markdown. */
export function describePageHurts(results: readonly PageHurtResult[]): string {
  return [
    "| page worker | ended | answered to tills | failures | p50 ms | p99 ms | /readyz not 200 | pages were | pages back after |",
    "|---|---|---|---|---|---|---|---|---|",
    ...results.map(
      ({ hurt, ends, answered, failures, p50Ms, p99Ms, unready, pageStates, pagesBackMs }) =>
        `| ${hurt} | ${ends} times | ${answered} | ${failures.length} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${unready} | ${pageStates.join(", ")} | ${(pagesBackMs / 1_000).toFixed(1)} s |`,
    ),
  ].join("\n");
}
