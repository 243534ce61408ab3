import { rmSync } from "node:fs";
import { Agent, get, type RequestOptions } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { type LoadResult, type Requests, runLoad } from "./load";
import { type PortalSession, pageGet, portalPost, signIn } from "./portal-session";
import { pageSocketOf, usageOf, type WorkerKind, workersOf } from "./processes";
import { rewards } from "./requests";
import { createDataFolder, quantile } from "./service";
import { createWorld, type World } from "./world";

export interface PagesOptions {
  seconds: number;
  rounds: number;
  /** Of each page, for the table of pages. */
  renders: number;
  wallets: number;
  /** Measures what this page costs, and nothing else. */
  only?: string;
}

/** How many people open pages of the desk, one after the other without a pause, beside the tills. */
export const READERS = [0, 2, 8] as const;
export const TILL_QUESTIONS = ["reward", "look-up", "quote"] as const;
export type TillQuestion = (typeof TILL_QUESTIONS)[number];

/** One turn beside so many readers. */
export interface PagesTurn {
  tills: Record<TillQuestion, { count: number; p50Ms: number; p99Ms: number }>;
  pagesPerSecond: number;
  /** Answers that were not as they should be, of tills and of readers. */
  failures: string[];
  /** Processor time in percent of one processor; null where there is no /proc. */
  cpuPercent: Record<WorkerKind | "postgres" | "load", number> | null;
  /** The longest time in which the load generator did not run. */
  loadDelayMs: { p99: number; max: number };
}

/** Cost of one page, opened by one reader while nobody else asks anything. */
export interface PageCost {
  path: string;
  medianMs: number;
  /** Processor time of the page worker for one render; null where there is no /proc. */
  cpuMs: number | null;
  htmlBytes: number;
  compressedBytes: number;
}

/** How long one answer takes: asked at the page worker itself, and as browsers do, through an API worker. Medians in ms. */
export interface Passing {
  what: string;
  directMs: number;
  throughMs: number;
}

export interface PagesReport {
  options: PagesOptions;
  turns: Map<number, PagesTurn[]>;
  costs: PageCost[];
  passing: Passing[];
}

const REWARDS_PER_SECOND = 300;
/** A cashier may look up 120 wallets a minute: the twelve together stay far below that. */
const LOOKUPS_PER_SECOND = 10;
const QUOTES_PER_SECOND = 20;
/** A connection on which nothing is asked for ten seconds after it was opened is closed: no more of them than are used. */
const CONNECTIONS: Readonly<Record<TillQuestion, number>> = { reward: 64, "look-up": 8, quote: 8 };
const WARM_UP_SECONDS = 4;
/** A turn that ends when its requests do. */
const UNLIMITED_SECONDS = 600;
const MAX_EXAMPLE_LENGTH = 400;

/** Of the demo data. */
const CASHIERS = [
  ...["cashier", "nasrcity.evening", "maadi", "smouha", "tanta", "zamalek"],
  ...["tagamoa", "mansoura", "talaatharb", "korba", "mohandessin", "october"],
];
/** Opened pages, by reader. */
const DESK: Readonly<Record<string, readonly string[]>> = {
  supervisor: ["/today", "/wallets", "/deals"],
  admin: [
    ...["/manage/deals", "/manage/branches", "/manage/staff", "/manage/clients", "/manage/webhooks"],
    ...["/manage/audit", "/requests", "/wallets/imports", "/reports", "/account"],
  ],
  operator: ["/manage/programme", "/manage/categories", "/manage/merchants", "/reports", "/wallets/enrol"],
};
/** Not of the desk, and in the table of pages all the same. */
const TILL_PAGES: Readonly<Record<string, readonly string[]>> = { cashier: ["/till"] };

interface OpenedPage {
  path: string;
  request: Buffer;
}

/**
 * Waiting of tills while others open pages: rewards at a calm rate through the points API, and cashiers' look-ups and quotes through the
 * portal's, beside none, two and eight readers by turns. Requests of the tills are sent whether or not the ones before were answered, and
 * their latency counts from when they were due. Then what each page costs.
 */
export async function runPages(options: PagesOptions): Promise<PagesReport> {
  const dataDir = createDataFolder();
  const world = await createWorld({ dataDir, wallets: options.wallets });
  try {
    const url = `http://127.0.0.1:${world.service.port}`;
    const cashiers = await Promise.all(CASHIERS.map((name) => signIn(url, name)));
    const desk = await openedPages(url, DESK);
    const take = (readers: number, seconds: number) =>
      takePagesTurn(world, { readers, seconds, wallets: options.wallets, cashiers, desk });
    const pages = [...(await openedPages(url, TILL_PAGES)), ...withoutTwins(desk)];
    const wanted = pages.filter(({ path }) => options.only === undefined || path === options.only);
    const costs: PageCost[] = [];
    if (options.only !== undefined) {
      for (const page of wanted) costs.push(await measureCost(world, page, options.renders));
      return { options, turns: new Map(), costs, passing: [] };
    }
    await take(READERS[1], WARM_UP_SECONDS);
    const turns = new Map<number, PagesTurn[]>(READERS.map((readers) => [readers, []]));
    for (let round = 0; round < options.rounds; round += 1)
      for (const readers of READERS) turns.get(readers)?.push(await take(readers, options.seconds));
    for (const page of wanted) costs.push(await measureCost(world, page, options.renders));
    return { options, turns, costs, passing: await measurePassing(world) };
  } finally {
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openedPages(
  url: string,
  paths: Readonly<Record<string, readonly string[]>>,
): Promise<OpenedPage[]> {
  const pages: OpenedPage[] = [];
  for (const [username, own] of Object.entries(paths)) {
    const session = await signIn(url, username);
    for (const path of own) pages.push({ path, request: pageGet(session, path) });
  }
  return pages;
}

function withoutTwins(pages: readonly OpenedPage[]): OpenedPage[] {
  return [...new Map(pages.map((page) => [page.path, page])).values()];
}

interface TurnOptions {
  readers: number;
  seconds: number;
  wallets: number;
  cashiers: readonly PortalSession[];
  desk: readonly OpenedPage[];
}

async function takePagesTurn(
  world: World,
  { readers, seconds, wallets, cashiers, desk }: TurnOptions,
): Promise<PagesTurn> {
  const { port } = world.service;
  const loopDelay = monitorEventLoopDelay({ resolution: 1 });
  const before = readCpu(world);
  loopDelay.enable();
  const ask = (question: TillQuestion, rate: number, requests: Requests) =>
    runLoad({ port, seconds, rate, requests, connections: CONNECTIONS[question] });
  const [reward, lookUp, quote, pages] = await Promise.all([
    ask("reward", REWARDS_PER_SECOND, rewards(wallets, "uniform")),
    ask("look-up", LOOKUPS_PER_SECOND, lookUps(cashiers, wallets)),
    ask("quote", QUOTES_PER_SECOND, quotes(cashiers, wallets)),
    readers === 0
      ? undefined
      : runLoad({
          port,
          seconds,
          connections: readers,
          requests: inTurn(desk.map(({ request }) => request)),
        }),
  ]);
  loopDelay.disable();
  const after = readCpu(world);
  return {
    tills: { reward: waitsOf(reward), "look-up": waitsOf(lookUp), quote: waitsOf(quote) },
    pagesPerSecond: pages === undefined ? 0 : pages.count / pages.seconds,
    failures: [reward, lookUp, quote, ...(pages === undefined ? [] : [pages])].flatMap(failuresOf),
    cpuPercent: percent(before, after),
    loadDelayMs: { p99: loopDelay.percentile(99) / 1e6, max: loopDelay.max / 1e6 },
  };
}

function waitsOf({ count, latenciesMs }: LoadResult): PagesTurn["tills"][TillQuestion] {
  return { count, p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99) };
}

function failuresOf({ failures, examples }: LoadResult): string[] {
  return failures === 0 ? [] : [`${failures}, such as ${examples[0]?.slice(0, MAX_EXAMPLE_LENGTH)}`];
}

/** Look-ups of any wallets at the cashiers' tills. */
export function lookUps(cashiers: readonly PortalSession[], wallets: number) {
  const ask = (session: PortalSession) => portalPost(session, "wallets/lookup", { text: anyWallet(wallets) });
  return inTurn(cashiers, ask);
}

function quotes(cashiers: readonly PortalSession[], wallets: number) {
  const ask = (session: PortalSession) =>
    portalPost(session, "points/quote", {
      operation: "reward",
      branchId: session.branchId,
      walletCode: anyWallet(wallets),
      value: 120,
    });
  return inTurn(cashiers, ask);
}

function anyWallet(wallets: number): string {
  return `BENCH${String(1 + Math.floor(Math.random() * wallets)).padStart(7, "0")}`;
}

/** Requests made of the given things, one after the other and again from the first. */
function inTurn<Thing>(
  things: readonly Thing[],
  make: (thing: Thing) => Buffer = (thing) => thing as Buffer,
) {
  let next = 0;
  return {
    status: "200" as const,
    next: () => {
      const thing = things[next++ % things.length];
      return thing === undefined ? null : make(thing);
    },
  };
}

type CpuReading = Record<WorkerKind | "postgres" | "load", number> & { atMs: number };

function readCpu({ service, database }: World): CpuReading | null {
  const postgres = usageOf(database.serverPid());
  if (postgres === null) return null;
  const reading = { api: 0, pages: 0, postgres: postgres.cpuMs, load: 0, atMs: performance.now() };
  for (const { kind, cpuMs } of workersOf(service.pid)) reading[kind] += cpuMs;
  const { user, system } = process.cpuUsage();
  return { ...reading, load: (user + system) / 1000 };
}

function percent(before: CpuReading | null, after: CpuReading | null): PagesTurn["cpuPercent"] {
  if (before === null || after === null) return null;
  const share = (of: keyof CpuReading) => ((after[of] - before[of]) * 100) / (after.atMs - before.atMs);
  return { api: share("api"), pages: share("pages"), postgres: share("postgres"), load: share("load") };
}

async function measureCost(world: World, { path, request }: OpenedPage, renders: number): Promise<PageCost> {
  const { port } = world.service;
  const open = async (times: number) => {
    let left = times;
    const next = () => (left-- > 0 ? request : null);
    return await runLoad({
      ...{ port, seconds: UNLIMITED_SECONDS, connections: 1 },
      requests: { status: "200", next },
    });
  };
  await open(1);
  const before = readCpu(world);
  const { latenciesMs, failures, examples } = await open(renders);
  const after = readCpu(world);
  if (failures > 0) throw new Error(`${path} was not answered: ${examples[0]?.slice(0, MAX_EXAMPLE_LENGTH)}`);
  return {
    path,
    medianMs: quantile(latenciesMs, 0.5),
    cpuMs: before === null || after === null ? null : (after.pages - before.pages) / renders,
    ...(await readSizes(port, request)),
  };
}

/** The same request once more, read as HTTP. */
async function readSizes(
  port: number,
  request: Buffer,
): Promise<Pick<PageCost, "htmlBytes" | "compressedBytes">> {
  const [line = "", ...lines] = request.toString().trim().split("\r\n");
  const headers = Object.fromEntries(lines.map((header) => header.split(": ", 2)));
  const body = await fetchBody({ host: "127.0.0.1", port, path: line.split(" ")[1], headers });
  return { htmlBytes: gunzipSync(body).length, compressedBytes: body.length };
}

const PASSING_ROUNDS = 100;
const PASSING_WARM_UP = 20;

/**
 * Cost of an API worker in front of the page worker, for a small page and for a file of the build: both ways by turns, one request at a
 * time. The file is answered by an API worker itself, from memory or disk, and by Next.js when it is asked for directly.
 */
async function measurePassing({ service }: World): Promise<Passing[]> {
  const socketPath = pageSocketOf(service.pid);
  if (socketPath === null) return [];
  const direct = new Agent({ keepAlive: true, maxSockets: 1 });
  const through = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (way: "direct" | "through", path: string) => {
    const startedAt = performance.now();
    const to = way === "direct" ? { socketPath } : { host: "127.0.0.1", port: service.port };
    const body = await fetchBody({ ...to, path, agent: way === "direct" ? direct : through });
    return { ms: performance.now() - startedAt, body };
  };
  const page = "/sign-in";
  const { body } = await ask("through", page);
  const file = /\/_next\/static\/[^"]+\.js/.exec(body.toString())?.[0];
  const passing: Passing[] = [];
  for (const path of file === undefined ? [page] : [page, file]) {
    const taken = { direct: [] as number[], through: [] as number[] };
    for (let round = -PASSING_WARM_UP; round < PASSING_ROUNDS; round += 1)
      for (const way of ["direct", "through"] as const) {
        const { ms } = await ask(way, path);
        if (round >= 0) taken[way].push(ms);
      }
    passing.push({
      what: path,
      directMs: quantile(taken.direct, 0.5),
      throughMs: quantile(taken.through, 0.5),
    });
  }
  direct.destroy();
  through.destroy();
  return passing;
}

function fetchBody(options: RequestOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(parts));
        else reject(new Error(`${options.path} was answered with ${response.statusCode}`));
      });
    }).on("error", reject);
  });
}
