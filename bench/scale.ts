import os from "node:os";
import path from "node:path";
import pg from "pg";
import { REPORTS_LOCK } from "@/lib/areas/reports/rollup";
import { verify } from "@/lib/ledger/verify/verify";
import { walletHistory } from "@/lib/log/history";
import { findWalletsByMsisdn, readWallet } from "@/lib/wallet/read";
import { inTurns, middle, table, whole } from "./figures";
import type { Requests } from "./load";
import { describeMachine } from "./machine";
import { deals, MadeEntries, redemptions, reversals, rewards } from "./requests";
import { describeReports } from "./scale-reports";
import { inFolder, measuredEnvironment, startDatabase } from "./service";
import { type Turn, takeTurn } from "./turns";
import { addDeals, addWallets, type Observed, startObserved, stopAll } from "./world";

export interface ScaleOptions {
  seconds: number;
  rounds: number;
  connections: number;
  /** Wallets of the large side. */
  wallets: number;
  /** Entries of the large side, spread over its wallets; those of the small one have as many each. */
  entries: number;
  /**
   * Rewards before the first turn, in seconds: as many pages as possible are to have been changed since the last checkpoint, as
   * in a service under way. The first change of each puts the whole page into the write-ahead log.
   */
  settle: number;
  /** Where the two sides are kept for a next time; absent: they are removed in the end. */
  data?: string;
  /** Replay the whole log of the large side in the end. */
  verify: boolean;
}

const SMALL = 10_000;
/** The small side has fewer pages. */
const SETTLED_SMALL = 0.1;
const WANTED = 0.85;
const MOVEMENTS = ["Reward", "RedeemUser", "Refund", "Cancel", "GetDeals"] as const;
const READS = [
  "wallet by its code",
  "wallets of a mobile number",
  "history, newest page",
  "history, oldest page",
] as const;
type Operation = (typeof MOVEMENTS)[number] | (typeof READS)[number];
/** Reads are counted by themselves. */
type ScaleTurn = Pick<Turn, "requestsPerSecond" | "failures" | "cpuUs"> & { walBytes?: number };

/** Each process fills one part, so that more than one core decides and hashes. */
const FILLERS = 2;
/** Of the machine's memory, for each database's own: the most that PostgreSQL's manual advises. */
const MEMORY_PART = 0.4;
const memoryMb = Math.floor((os.totalmem() / 2 ** 20) * MEMORY_PART);

/**
 * Measures each operation over many wallets against ten thousand: two services, each with a database of its own, that take
 * turns.
 * @returns the figures as Markdown, and whether the large side's log is sound
 */
export async function runScale(options: ScaleOptions): Promise<{ text: string; isSound: boolean }> {
  const entries = Math.max(1, Math.round(options.entries / options.wallets));
  const inSide = <Result>(name: string, wallets: number, work: (side: Side) => Promise<Result>) =>
    inFolder(
      async (dataDir) => {
        const stops: (() => Promise<unknown>)[] = [];
        try {
          return await work(await openSide(dataDir, { ...options, wallets, entries }, stops));
        } finally {
          await stopAll(stops);
        }
      },
      { folder: options.data && path.join(options.data, name) },
    );
  return await inSide("small", SMALL, (small) =>
    inSide("large", options.wallets, async (large) => {
      await large.settle(options.settle);
      await small.settle(options.settle * SETTLED_SMALL);
      const turns = await inTurns([...MOVEMENTS, ...READS], options.rounds, async (operation) => ({
        small: await small.measure(operation, options.seconds),
        large: await large.measure(operation, options.seconds),
      }));
      const machine = await describeMachine(large);
      const head = `${machine}; ${options.connections} connections, ${options.rounds} turns of ${options.seconds} s each after ${options.settle} s of rewards, medians; ${memoryMb} MB of memory for each database. The load runs on the same cores. Large: ${await large.size()}; small: ${await small.size()}.`;
      const reports = await describeReports({ large, small });
      const proof = options.verify ? await replay(large) : { isSound: true, text: "" };
      return {
        isSound: proof.isSound,
        text: [head, describeTurns(turns), reports, proof.text].join("\n\n").trim(),
      };
    }),
  );
}

async function replay({ pool }: Side): Promise<{ text: string; isSound: boolean }> {
  const startedAt = performance.now();
  const { entries, isSound } = await verify(pool);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const text = `Its log is ${isSound ? "sound" : "NOT SOUND"}: ${entries.toLocaleString("en")} entries replayed in ${seconds} s.`;
  return { isSound, text };
}

function describeTurns(turns: Map<Operation, Record<"large" | "small", ScaleTurn>[]>): string {
  const sides = ["large", "small"] as const;
  return table(
    [
      ...["", "large, a second", "small, a second", `ratio (wanted ≥ ${WANTED})`],
      ...["CPU of PostgreSQL, µs: large, small", "WAL, bytes: large, small", "failures"],
    ],
    [...turns].map(([operation, taken]) => {
      const both = (of: (turn: ScaleTurn) => number | undefined) =>
        sides.map((side) => middle(taken, (turn) => of(turn[side])));
      const [large = Number.NaN, small = Number.NaN] = both(({ requestsPerSecond }) => requestsPerSecond);
      const ratio = large / small;
      return [
        ...[operation, whole(large), whole(small), `${ratio.toFixed(2)}${ratio < WANTED ? " (missed)" : ""}`],
        both(({ cpuUs }) => cpuUs?.postgres)
          .map(whole)
          .join(", "),
        both(({ walBytes }) => walBytes)
          .map(whole)
          .join(", "),
        taken.reduce((sum, turn) => sum + turn.large.failures + turn.small.failures, 0),
      ];
    }),
  );
}

interface SampledWallet {
  id: number;
  walletCode: string;
  contactMsisdn: string;
}

interface SideOptions extends ScaleOptions {
  /** Of each wallet. */
  entries: number;
}

/** Wallets that reads are spread over: with their entries far more than the database keeps in its own memory. */
const SAMPLES = 50_000;
const PAGE = 5;
/** Reads under way at once, over the pool of a portal. */
const READERS = 8;
const POOL_SIZE = 4;
const NOW = () => ({ now: new Date(), timeZone: "Africa/Cairo" });

/** Starts a service and fills its database, if the folder does not hold a filled one. */
async function openSide(
  dataDir: string,
  options: SideOptions,
  stops: (() => Promise<unknown>)[],
): Promise<Side> {
  const database = await startDatabase(dataDir, memoryMb);
  stops.unshift(() => database.stop());
  const environment = measuredEnvironment(dataDir, database);
  const observed = await startObserved(database, environment, stops);
  const { points } = observed;
  // The job that sums the log for reports has the whole of it to catch up with on one side only: it finds another process at it.
  await points.query(`SELECT pg_advisory_lock(${REPORTS_LOCK})`);
  await fillOnce(points, environment, options);
  await readWhole(points);
  const pool = new pg.Pool({ connectionString: database.url, max: POOL_SIZE });
  stops.unshift(() => pool.end());
  const { rows: samples } = await points.query<SampledWallet>(
    `SELECT id::int, wallet_code AS "walletCode", contact_msisdn AS "contactMsisdn" FROM wallet
      WHERE wallet_code IN (SELECT 'BENCH' || lpad((1 + floor(random() * $1::int))::int::text, 7, '0') FROM generate_series(1, $2::int))`,
    [options.wallets, SAMPLES],
  );
  return new Side(observed, dataDir, pool, options, samples, await oldestPage(pool, samples[0]?.id ?? 0));
}

async function fillOnce(
  points: pg.Client,
  environment: NodeJS.ProcessEnv,
  { wallets, entries }: SideOptions,
): Promise<void> {
  const { rows } = await points.query<{ made: string }>(
    "SELECT count(*) AS made FROM wallet WHERE starts_with(wallet_code, 'BENCH')",
  );
  const made = Number(rows[0]?.made);
  if (made === wallets) return;
  if (made > 0) throw new Error(`The folder holds ${made} wallets and not ${wallets}: give another one.`);
  const share = Math.ceil(wallets / FILLERS);
  const firsts = Array.from({ length: Math.ceil(wallets / share) }, (_, part) => 1 + part * share);
  await Promise.all(
    firsts.map((first) =>
      addWallets(environment, { first, count: Math.min(share, wallets - first + 1), entries }),
    ),
  );
  await addDeals(points);
  await points.query("VACUUM (FREEZE, ANALYZE)");
}

/** Takes all tables and indexes into the database's memory, the log last: where memory is short, what was read first is evicted. */
async function readWhole(points: pg.Client): Promise<void> {
  await points.query("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
  await points.query(
    `SELECT pg_prewarm(oid) FROM (
       SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
        ORDER BY relname = 'entry', pg_relation_size(oid) DESC) in_order`,
  );
}

/** The cursor of a history's oldest page. A cursor is a position in a wallet's log, so one serves all of them. */
async function oldestPage(pool: pg.Pool, walletId: number): Promise<string | undefined> {
  let cursor: string | undefined;
  for (;;) {
    const { nextCursor } = await walletHistory(pool, { walletId, limit: PAGE, cursor });
    if (nextCursor === null) return cursor;
    cursor = nextCursor;
  }
}

class Side {
  readonly points: pg.Client;
  #rewarded = new MadeEntries();
  #redeemed = new MadeEntries();

  constructor(
    private readonly observed: Observed,
    readonly dataDir: string,
    readonly pool: pg.Pool,
    private readonly options: SideOptions,
    private readonly samples: readonly SampledWallet[],
    private readonly oldest: string | undefined,
  ) {
    this.points = observed.points;
  }

  /** Changes pages for this time, then runs every operation once: first runs are slower. */
  async settle(seconds: number): Promise<void> {
    await this.#ask(rewards(this.options.wallets, "uniform"), seconds);
    for (const operation of [...MOVEMENTS, ...READS]) await this.measure(operation, 1);
  }

  /** Rewards for a second at a time, until so many customers have been rewarded, or most of those that there are. */
  async reward(customers: number): Promise<void> {
    const { wallets } = this.options;
    const wanted = Math.min(customers, wallets / 2);
    const { rows: before } = await this.points.query<{ id: string }>("SELECT max(id) AS id FROM entry");
    for (let rewarded = 0; rewarded < wanted; ) {
      await this.#ask(rewards(wallets, "uniform"), 1);
      const { rows } = await this.points.query<{ customers: string }>(
        "SELECT count(DISTINCT wallet_id) AS customers FROM entry WHERE id > $1",
        [before[0]?.id ?? 0],
      );
      rewarded = Number(rows[0]?.customers);
    }
  }

  async size(): Promise<string> {
    const { rows } = await this.points.query<{ entries: string }>("SELECT count(*) AS entries FROM entry");
    return `${this.options.wallets.toLocaleString("en")} wallets with ${Number(rows[0]?.entries).toLocaleString("en")} entries`;
  }

  measure(operation: Operation, seconds: number): Promise<ScaleTurn> {
    const { pool } = this;
    const { wallets } = this.options;
    const read = (work: (wallet: SampledWallet) => Promise<boolean>) => this.#read(work, seconds);
    const hasHistory = async (walletId: number, cursor?: string) => {
      const { entries } = await walletHistory(pool, { walletId, limit: PAGE, cursor });
      return entries.length > 0;
    };
    switch (operation) {
      case "Reward":
        this.#rewarded = new MadeEntries();
        return this.#ask(rewards(wallets, "uniform", { made: this.#rewarded }), seconds);
      case "RedeemUser":
        this.#redeemed = new MadeEntries();
        return this.#ask(redemptions(wallets, { made: this.#redeemed }), seconds);
      case "Refund":
        return this.#ask(reversals("Refund", this.#redeemed), seconds);
      case "Cancel":
        return this.#ask(reversals("Cancel", this.#rewarded), seconds);
      case "GetDeals":
        return this.#ask(deals(), seconds);
      case "wallet by its code":
        return read(async ({ walletCode }) => (await readWallet(pool, { walletCode }, NOW())) !== null);
      case "wallets of a mobile number":
        return read(
          async ({ contactMsisdn }) => (await findWalletsByMsisdn(pool, contactMsisdn, NOW())).length > 0,
        );
      case "history, newest page":
        return read(({ id }) => hasHistory(id));
      case "history, oldest page":
        return read(({ id }) => hasHistory(id, this.oldest));
    }
  }

  #ask(requests: Requests, seconds: number): Promise<ScaleTurn> {
    const { connections } = this.options;
    return takeTurn(this.observed, this.observed.service, { connections, seconds, requests });
  }

  /** Asks what a page of the portal asks, without the page. A read that finds nothing is a failure. */
  async #read(work: (wallet: SampledWallet) => Promise<boolean>, seconds: number): Promise<ScaleTurn> {
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1000;
    let count = 0;
    let failures = 0;
    const readers = Array.from({ length: READERS }, async () => {
      while (performance.now() < endsAt) {
        const wallet = this.samples[Math.floor(Math.random() * this.samples.length)];
        if (wallet === undefined) throw new Error("There are no wallets to read");
        if (!(await work(wallet))) failures += 1;
        count += 1;
      }
    });
    await Promise.all(readers);
    return { requestsPerSecond: (count * 1000) / (performance.now() - startedAt), failures };
  }
}
