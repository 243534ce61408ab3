import path from "node:path";
import { verify } from "@/lib/ledger/verify/verify";
import { walletHistory } from "@/lib/log/history";
import { findWalletsByMsisdn, readWallet } from "@/lib/wallet/read";
import type { Requests } from "./load";
import { describeMachine, type Machine } from "./machine";
import { deals, MadeEntries, redemptions, reversals, rewards } from "./requests";
import { databaseMemoryMb, openScaleWorld, type ScaleWorld } from "./scale-world";
import { median } from "./service";
import { takeTurn } from "./turns";

export interface ScaleOptions {
  seconds: number;
  rounds: number;
  connections: number;
  /** Wallets of the large world. */
  wallets: number;
  /** Entries of the large world, spread over its wallets; those of the small one have as many each. */
  entries: number;
  /**
   * Rewards before the first turn, in seconds: as many pages as possible are to have been changed since the last checkpoint, as
   * in a service under way. The first change of each puts the whole page into the write-ahead log.
   */
  settle: number;
  /** Where the two worlds are kept for a next time; absent: they are removed in the end. */
  data?: string;
  /** Replay the whole log of the large world in the end. */
  verify: boolean;
}

const SMALL = 10_000;
/** The small side has fewer pages. */
const SETTLED_SMALL = 0.1;
const OPERATIONS = [
  "Reward",
  "RedeemUser",
  "Refund",
  "Cancel",
  "GetDeals",
  "wallet by its code",
  "wallets of a mobile number",
  "history, newest page",
  "history, oldest page",
] as const;
type Operation = (typeof OPERATIONS)[number];

/** One operation in the large world against the same in the small one. */
export interface ScaleLine {
  operation: Operation;
  small: Figures;
  large: Figures;
  failures: number;
}

/** Medians of the turns; NaN where there is nothing to say. */
export interface Figures {
  perSecond: number;
  /** Processor time of PostgreSQL for one request, in microseconds. */
  postgresUs: number;
  /** Write-ahead log of one request. */
  walBytes: number;
}

export interface ScaleReport {
  machine: Machine;
  options: ScaleOptions;
  lines: ScaleLine[];
  /** For the tables of each side's database. */
  memoryMb: number;
  worlds: Record<"small" | "large", { wallets: number; entries: number }>;
  /** Null where the large world was filled before. */
  fillSeconds: number | null;
  verification: { entries: number; findings: number; seconds: number } | null;
}

/**
 * Measures each operation over many wallets against ten thousand: two services, each with a database of its own, that take
 * turns, so that a drift of the machine's speed meets both.
 */
export async function runScale(options: ScaleOptions): Promise<ScaleReport> {
  const worlds: ScaleWorld[] = [];
  const entriesEach = Math.max(1, Math.round(options.entries / options.wallets));
  const open = async (name: string, wallets: number) => {
    const folder = options.data === undefined ? undefined : path.join(options.data, name);
    const world = await openScaleWorld({ wallets, entriesEach, folder });
    worlds.push(world);
    return await Side.of(world, options);
  };
  try {
    const small = await open("small", SMALL);
    const large = await open("large", options.wallets);
    await large.settle(options.settle);
    await small.settle(options.settle * SETTLED_SMALL);
    for (let round = 0; round < options.rounds; round += 1)
      for (const operation of OPERATIONS) for (const side of [small, large]) await side.take(operation);
    return {
      machine: await describeMachine(large.world, large.world.dataDir),
      options,
      lines: OPERATIONS.map((operation) => ({
        operation,
        small: small.figures(operation),
        large: large.figures(operation),
        failures: small.failures(operation) + large.failures(operation),
      })),
      memoryMb: databaseMemoryMb(),
      worlds: { small: small.world, large: large.world },
      fillSeconds: large.world.fillSeconds,
      verification: options.verify ? await verifyWorld(large.world) : null,
    };
  } finally {
    for (const world of worlds) await world.stop();
  }
}

async function verifyWorld({ pool }: ScaleWorld): Promise<ScaleReport["verification"]> {
  const startedAt = performance.now();
  const { entries, findingCount } = await verify(pool);
  return { entries, findings: findingCount, seconds: (performance.now() - startedAt) / 1000 };
}

interface ScaleTurn {
  perSecond: number;
  failures: number;
  /** For one request. Null for reads, and where it cannot be measured. */
  postgresUs: number | null;
  walBytes: number | null;
}

interface SampledWallet {
  id: number;
  walletCode: string;
  contactMsisdn: string;
}

/** Wallets that reads are spread over: with their entries far more than the database keeps in its own memory. */
const SAMPLES = 50_000;
const PAGE = 5;
/** Reads under way at once, over the pool of a portal. */
const READERS = 8;

class Side {
  readonly #turns = new Map<Operation, ScaleTurn[]>();
  #rewarded = new MadeEntries();
  #redeemed = new MadeEntries();

  private constructor(
    readonly world: ScaleWorld,
    private readonly options: ScaleOptions,
    private readonly samples: readonly SampledWallet[],
    /** Of a history's oldest page. A cursor is a position in a wallet's log, so it is one for all of them. */
    private readonly oldest: string | undefined,
  ) {}

  static async of(world: ScaleWorld, options: ScaleOptions): Promise<Side> {
    const samples = await sampleWallets(world);
    return new Side(world, options, samples, await oldestPage(world, samples));
  }

  /** Changes pages for this time, then runs every operation once: first runs are slower. */
  async settle(seconds: number): Promise<void> {
    await this.#ask(rewards(this.world.wallets, "uniform"), seconds);
    for (const operation of OPERATIONS) await this.#measure(operation, 1);
  }

  async take(operation: Operation): Promise<void> {
    const turn = await this.#measure(operation, this.options.seconds);
    this.#turns.set(operation, [...(this.#turns.get(operation) ?? []), turn]);
  }

  figures(operation: Operation): Figures {
    const middle = (of: (turn: ScaleTurn) => number | null) =>
      median((this.#turns.get(operation) ?? []).map((turn) => of(turn) ?? Number.NaN));
    return {
      perSecond: middle(({ perSecond }) => perSecond),
      postgresUs: middle(({ postgresUs }) => postgresUs),
      walBytes: middle(({ walBytes }) => walBytes),
    };
  }

  failures(operation: Operation): number {
    return (this.#turns.get(operation) ?? []).reduce((sum, { failures }) => sum + failures, 0);
  }

  #measure(operation: Operation, seconds: number): Promise<ScaleTurn> {
    const { wallets, pool } = this.world;
    const ask = (requests: Requests) => this.#ask(requests, seconds);
    const read = (work: (wallet: SampledWallet) => Promise<boolean>) => this.#read(work, seconds);
    const hasHistory = async (walletId: number, cursor?: string) => {
      const { entries } = await walletHistory(pool, { walletId, limit: PAGE, cursor });
      return entries.length > 0;
    };
    switch (operation) {
      case "Reward":
        this.#rewarded = new MadeEntries();
        return ask(rewards(wallets, "uniform", { made: this.#rewarded }));
      case "RedeemUser":
        this.#redeemed = new MadeEntries();
        return ask(redemptions(wallets, { made: this.#redeemed }));
      case "Refund":
        return ask(reversals("Refund", this.#redeemed));
      case "Cancel":
        return ask(reversals("Cancel", this.#rewarded));
      case "GetDeals":
        return ask(deals());
      case "wallet by its code":
        return read(
          async ({ walletCode }) => (await readWallet(pool, { walletCode }, thisMoment())) !== null,
        );
      case "wallets of a mobile number":
        return read(async ({ contactMsisdn }) => {
          const { length } = await findWalletsByMsisdn(pool, contactMsisdn, thisMoment());
          return length > 0;
        });
      case "history, newest page":
        return read(({ id }) => hasHistory(id));
      case "history, oldest page":
        return read(({ id }) => hasHistory(id, this.oldest));
    }
  }

  async #ask(requests: Requests, seconds: number): Promise<ScaleTurn> {
    const { connections } = this.options;
    const turn = await takeTurn(this.world, this.world.service, { connections, seconds, requests });
    const { requestsPerSecond: perSecond, failures, cpuUs, walBytes } = turn;
    return { perSecond, failures, postgresUs: cpuUs?.postgres ?? null, walBytes };
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
    return {
      perSecond: (count * 1000) / (performance.now() - startedAt),
      failures,
      postgresUs: null,
      walBytes: null,
    };
  }
}

async function sampleWallets({ points, wallets }: ScaleWorld): Promise<SampledWallet[]> {
  const { rows } = await points.query<{ id: string; wallet_code: string; contact_msisdn: string }>(
    `SELECT id, wallet_code, contact_msisdn FROM wallet
      WHERE wallet_code IN (SELECT 'BENCH' || lpad((1 + floor(random() * $1::int))::int::text, 7, '0') FROM generate_series(1, $2::int))`,
    [wallets, SAMPLES],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    walletCode: row.wallet_code,
    contactMsisdn: row.contact_msisdn,
  }));
}

async function oldestPage(
  { pool }: ScaleWorld,
  [wallet]: readonly SampledWallet[],
): Promise<string | undefined> {
  if (wallet === undefined) throw new Error("There are no wallets to read");
  let cursor: string | undefined;
  for (;;) {
    const { nextCursor } = await walletHistory(pool, { walletId: wallet.id, limit: PAGE, cursor });
    if (nextCursor === null) return cursor;
    cursor = nextCursor;
  }
}

function thisMoment() {
  return { now: new Date(), timeZone: "Africa/Cairo" };
}
