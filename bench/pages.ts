import { inTurns, median, quantile, spread, table } from "./figures";
import { type LoadResult, type Requests, runLoad } from "./load";
import { type PortalSession, pageGet, portalPost, signIn } from "./portal-session";
import { workersOf } from "./processes";
import { rewards } from "./requests";
import { inWorld, type World } from "./world";

export interface PagesOptions {
  seconds: number;
  rounds: number;
  /** Of each page, for the table of pages. */
  renders: number;
  wallets: number;
}

/** How many people open pages of the desk, one after the other without a pause, beside the tills. */
export const READERS = [0, 2, 8] as const;
/** Of the median with the most readers to that with none. */
const RATIO_MAX = 2;

/**
 * Questions of the tills, and how many of each a second: a cashier may look up 120 wallets a minute, and the twelve together stay far below
 * that. A connection on which nothing is asked for ten seconds after it was opened is closed: no more of them than are used.
 */
const TILLS = {
  rewards: { rate: 300, connections: 64 },
  "look-ups": { rate: 10, connections: 8 },
  quotes: { rate: 20, connections: 8 },
} as const;
export const TILL_QUESTIONS = Object.keys(TILLS) as TillQuestion[];
type TillQuestion = keyof typeof TILLS;

/** One turn beside so many readers. */
export interface PagesTurn {
  tills: Record<TillQuestion, { count: number; p50Ms: number; p99Ms: number }>;
  pagesPerSecond: number;
  /** Answers that were not as they should be, of tills and of readers. */
  failures: string[];
}

/** Cost of one page, opened by one reader while nobody else asks anything. */
export interface PageCost {
  path: string;
  medianMs: number;
  /** Processor time of the page worker for one render; 0 where there is no /proc. */
  cpuMs: number;
}

export interface PagesReport {
  turns: Map<number, PagesTurn[]>;
  costs: PageCost[];
}

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

interface OpenedPage {
  path: string;
  request: Buffer;
}

/**
 * Waiting of tills while others open pages: rewards at a calm rate through the points API, and cashiers' look-ups and quotes through the
 * portal's, beside none, two and eight readers by turns. Requests of the tills are sent whether or not the ones before were answered, and
 * their latency counts from when they were due. Then what each page costs.
 */
export function runPages({ seconds, rounds, renders, wallets }: PagesOptions): Promise<PagesReport> {
  return inWorld({ wallets }, async (world) => {
    const url = `http://127.0.0.1:${world.service.port}`;
    const cashiers = await Promise.all(CASHIERS.map((name) => signIn(url, name)));
    const desk = await openedPages(url, DESK);
    const take = (readers: number, length = seconds) =>
      takePagesTurn(world.service.port, { readers, seconds: length, wallets, cashiers, desk });
    await take(READERS[1], WARM_UP_SECONDS);
    const turns = await inTurns<number, PagesTurn>(READERS, rounds, (readers) => take(readers));
    const pages = [...(await openedPages(url, { cashier: ["/till"] })), ...desk];
    const costs: PageCost[] = [];
    for (const page of new Map(pages.map((opened) => [opened.path, opened])).values())
      costs.push(await measureCost(world, page, renders));
    return { turns, costs };
  });
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

interface TurnOptions {
  readers: number;
  seconds: number;
  wallets: number;
  cashiers: readonly PortalSession[];
  desk: readonly OpenedPage[];
}

async function takePagesTurn(
  port: number,
  { readers, seconds, wallets, cashiers, desk }: TurnOptions,
): Promise<PagesTurn> {
  const ask = (question: TillQuestion, requests: Requests) =>
    runLoad({ port, seconds, requests, ...TILLS[question] });
  const requests = inTurn(desk.map(({ request }) => request));
  const [reward, lookUp, quote, pages] = await Promise.all([
    ask("rewards", rewards(wallets, "uniform")),
    ask("look-ups", lookUps(cashiers, wallets)),
    ask("quotes", quotes(cashiers, wallets)),
    readers === 0 ? undefined : runLoad({ port, seconds, connections: readers, requests }),
  ]);
  return {
    tills: { rewards: waitsOf(reward), "look-ups": waitsOf(lookUp), quotes: waitsOf(quote) },
    pagesPerSecond: pages === undefined ? 0 : pages.count / pages.seconds,
    failures: [reward, lookUp, quote, ...(pages === undefined ? [] : [pages])].flatMap(failuresOf),
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

async function measureCost(
  { service }: World,
  { path, request }: OpenedPage,
  renders: number,
): Promise<PageCost> {
  const open = async (times: number) => {
    let left = times;
    const next = () => (left-- > 0 ? request : null);
    return await runLoad({
      ...{ port: service.port, seconds: UNLIMITED_SECONDS, connections: 1 },
      requests: { status: "200", next },
    });
  };
  const usedMs = () =>
    workersOf(service.pid).reduce((sum, { kind, cpuMs }) => sum + (kind === "pages" ? cpuMs : 0), 0);
  await open(1);
  const before = usedMs();
  const { latenciesMs, failures, examples } = await open(renders);
  if (failures > 0) throw new Error(`${path} was not answered: ${examples[0]?.slice(0, MAX_EXAMPLE_LENGTH)}`);
  return { path, medianMs: median(latenciesMs), cpuMs: (usedMs() - before) / renders };
}

/** The figures as Markdown: medians of the turns, and in brackets the least and the most of them. */
export function describePages({ turns, costs }: PagesReport): string {
  const of = (readers: number) => turns.get(readers) ?? [];
  const ratios = (question: TillQuestion, readers: number) =>
    of(readers).map(
      ({ tills }, round) => tills[question].p50Ms / (of(0)[round]?.tills[question].p50Ms ?? Number.NaN),
    );
  return [
    table(
      [
        "",
        ...READERS.flatMap((readers) => [
          `${readers} readers: median ms`,
          "p99 ms",
          "median to that of none",
        ]),
      ],
      TILL_QUESTIONS.map((question) => [
        question,
        ...READERS.flatMap((readers) => [
          spread(of(readers).map(({ tills }) => tills[question].p50Ms)),
          spread(of(readers).map(({ tills }) => tills[question].p99Ms)),
          `${spread(ratios(question, readers), 2)}${median(ratios(question, readers)) > RATIO_MAX ? " (missed)" : ""}`,
        ]),
      ]),
    ),
    table(
      ["page, to one reader alone", "median ms", "processor time of a render, ms"],
      costs.map(({ path, medianMs, cpuMs }) => [path, medianMs.toFixed(0), cpuMs.toFixed(1)]),
    ),
  ].join("\n\n");
}
