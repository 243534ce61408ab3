import { existsSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { verify } from "@/lib/ledger/verify/verify";
import type { StaticAnswer } from "./contenders/static-answer";
import { watchDisk } from "./disk";
import { describeMachine, type Machine, writeOut } from "./machine";
import { deals, MadeEntries, redemptions, reversals, rewards, type Spread } from "./requests";
import { createDataFolder, median } from "./service";
import { pgbenchVersion, type Turn, takePgbenchTurn, takeTurn } from "./turns";
import { createWorld, makeLogFiles, setLimits, type Target, type World } from "./world";

export interface BenchOptions {
  seconds: number;
  rounds: number;
  connections: number;
  wallets: number;
  /** Leaves out the contenders that have to be built or installed first. */
  isShort: boolean;
}

/** One contender's turns, by the name it has in the report. */
export type Results = Map<ContenderName, Turn[]>;

/** The service's own rewards at a part of its maximum. */
export interface OpenTurns {
  part: number;
  rate: number;
  turns: OpenTurn[];
}

export interface OpenTurn extends Turn {
  /** The longest time in which a busy disk finished no request; null where the system does not tell. */
  standstillMs: number | null;
}

export interface BenchReport {
  options: BenchOptions;
  machine: Machine;
  pgbench: string | null;
  results: Results;
  open: OpenTurns[];
  /** The same at half of the maximum with the database in memory: what is left of the tail is the service's own. */
  inMemory: OpenTurns[];
  /** Bytes of table and indexes for one movement of the rewards' turns. */
  tableBytes: number;
  /** Movements that were answered as done, and entries that are in the log for them. */
  answered: number;
  logged: number;
  verification: { isSound: boolean; entries: number };
}

export const CONTENDERS = [
  "textbook Prisma, Next.js route",
  "one function call, node:http",
  "one statement a batch, node:http",
  "pgbench, bare function",
  "Reward",
  "Reward, limits on",
  "Reward, one wallet",
  "RedeemUser",
  "Refund",
  "ReturnReward",
  "Cancel",
  "static answer, node:http",
  "GetDeals",
  "static 304, node:http",
  "GetDeals, 304",
] as const;
export type ContenderName = (typeof CONTENDERS)[number];

const OPEN_PARTS = [0.25, 0.5, 0.75];
/** A folder in memory, where the system has one: what is written there is durable at once, with the same settings. */
const MEMORY = "/dev/shm";
/** How much longer a turn at a fixed rate is: each turn must contain what happens every few seconds, such as garbage collection. */
const OPEN_TIMES = 5;
/** Warm-up of each contender: V8 goes on compiling hot functions for seconds. */
const WARM_UP_SECONDS = 8;
/** Longest time for which a worker that missed an announcement believes old deals. */
const DEALS_SEEN_MS = 3_500;

/**
 * Measures the service side by side with other ways to build it, on one database server and with everything durable. The
 * contenders take turns (A B C A B C), so that a drift of the machine's speed meets all of them: what counts is the ratios.
 * At the end every answered movement is looked up in the log, and the log is verified.
 */
export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const report = await inWorld(createDataFolder(), options, measure);
  // Without a folder in memory there is nothing to tell, and the short form tells nothing that is measured.
  if (options.isShort || !existsSync(MEMORY)) return report;
  return { ...report, inMemory: await inWorld(createDataFolder(MEMORY), options, tailOf) };
}

async function inWorld<Result>(
  dataDir: string,
  options: BenchOptions,
  work: (world: World, options: BenchOptions, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const world = await createWorld({ dataDir, wallets: options.wallets });
  try {
    return await work(world, options, dataDir);
  } finally {
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const tailOf = (world: World, options: BenchOptions, dataDir: string) =>
  measureTail(new Contenders(world, options), dataDir);

async function measureTail(contenders: Contenders, dataDir: string): Promise<OpenTurns[]> {
  const { requestsPerSecond } = await contenders.warmUp();
  return await contenders.takeOpenTurns(dataDir, requestsPerSecond, [0.5]);
}

async function measure(world: World, options: BenchOptions, dataDir: string): Promise<BenchReport> {
  const contenders = new Contenders(world, options);
  const pgbench = options.isShort ? null : await pgbenchVersion();
  const machine = await describeMachine(world, dataDir);
  const turns = await contenders.open(pgbench !== null);
  if (!options.isShort) {
    await makeLogFiles(world.database);
    for (const take of turns.values()) await take(WARM_UP_SECONDS);
  }
  const results: Results = new Map([...turns.keys()].map((name) => [name, []]));
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [name, take] of turns) results.get(name)?.push(await take(options.seconds));
  }
  const open = await contenders.takeOpenTurns(
    dataDir,
    median((results.get("Reward") ?? []).map(({ requestsPerSecond }) => requestsPerSecond)),
  );
  return {
    options,
    machine,
    pgbench,
    results,
    open,
    inMemory: options.isShort ? await measureTail(contenders, dataDir) : [],
    tableBytes: contenders.tableBytes,
    ...(await contenders.check()),
  };
}

type TakeTurn = (seconds: number) => Promise<Turn>;

class Contenders {
  tableBytes = 0;
  #answered = 0;
  #lastEntryId = 0;
  #rewarded = new MadeEntries();
  /** Rewards whose goods come back; the others are cancelled. */
  #sold = new MadeEntries();
  #redeemed = new MadeEntries();

  constructor(
    private readonly world: World,
    private readonly options: BenchOptions,
  ) {}

  /** Starts all contenders; what is returned takes one turn of each. */
  async open(hasPgbench: boolean): Promise<Map<ContenderName, TakeTurn>> {
    const { world, options } = this;
    const { floorUrl, service } = world;
    this.#lastEntryId = await this.#readLastEntryId();
    const turns = new Map<ContenderName, TakeTurn>();
    const load = (target: Target, spread: Spread, path?: string) => (seconds: number) =>
      takeTurn(world, target, {
        seconds,
        connections: options.connections,
        requests: rewards(options.wallets, spread, { ...(path === undefined ? {} : { path }) }),
      });
    const add = (name: ContenderName, target: Target, path?: string) =>
      turns.set(name, load(target, "uniform", path));
    if (!options.isShort) {
      const next = await world.startNextApp(await world.createTextbook());
      add("textbook Prisma, Next.js route", next, "/textbook");
    }
    add("one function call, node:http", await world.startContender("one-call", floorUrl));
    add("one statement a batch, node:http", await world.startContender("batched", floorUrl));
    if (hasPgbench) {
      const script = (file: string, url: string) => (seconds: number) =>
        takePgbenchTurn(world, url, { script: file, seconds });
      turns.set("pgbench, bare function", script("bench/contenders/floor-random.pgbench", floorUrl));
    }
    this.#addService(turns, service);
    await this.#addDeals(turns, service);
    return turns;
  }

  #addService(turns: Map<ContenderName, TakeTurn>, service: Target): void {
    const { wallets } = this.options;
    turns.set("Reward", async (seconds) => {
      const before = await this.#readTableBytes();
      this.#rewarded = new MadeEntries();
      const turn = await this.#move(service, seconds, rewards(wallets, "uniform", { made: this.#rewarded }));
      this.#sold = this.#rewarded.half();
      this.tableBytes = ((await this.#readTableBytes()) - before) / turn.count;
      return turn;
    });
    turns.set("Reward, limits on", async (seconds) => {
      await setLimits(this.world, true);
      // The first wallets have more rewards a day by the turns of Zipf and of one wallet than the limit allows.
      const turn = await this.#move(service, seconds, rewards(wallets, "later half"));
      await setLimits(this.world, false);
      return turn;
    });
    turns.set("Reward, one wallet", (seconds) => this.#move(service, seconds, rewards(wallets, "hot")));
    turns.set("RedeemUser", (seconds) => {
      this.#redeemed = new MadeEntries();
      return this.#move(service, seconds, redemptions(wallets, { made: this.#redeemed }));
    });
    turns.set("Refund", (seconds) => this.#move(service, seconds, reversals("Refund", this.#redeemed)));
    turns.set("ReturnReward", (seconds) =>
      this.#move(service, seconds, reversals("ReturnReward", this.#sold)),
    );
    turns.set("Cancel", (seconds) => this.#move(service, seconds, reversals("Cancel", this.#rewarded)));
  }

  async #addDeals(turns: Map<ContenderName, TakeTurn>, service: Target): Promise<void> {
    const { world, options } = this;
    await delay(DEALS_SEEN_MS);
    const answer = await fetchDeals(service, {});
    const etag = answer.headers.etag ?? "";
    const unchanged = await fetchDeals(service, { "If-None-Match": etag });
    const load = (target: Target, requests: () => ReturnType<typeof deals>) => (seconds: number) =>
      takeTurn(world, target, { seconds, connections: options.connections, requests: requests() });
    const start = (given: StaticAnswer) => world.startContender("static", JSON.stringify(given));
    turns.set(
      "static answer, node:http",
      load(await start(answer), () => deals()),
    );
    turns.set(
      "GetDeals",
      load(service, () => deals()),
    );
    turns.set(
      "static 304, node:http",
      load(await start(unchanged), () => deals({ etag })),
    );
    turns.set(
      "GetDeals, 304",
      load(service, () => deals({ etag })),
    );
  }

  /** Rewards for as long as a warm-up takes, and then a turn of them. */
  async warmUp(): Promise<Turn> {
    const { options, world } = this;
    const seconds = options.isShort ? options.seconds : WARM_UP_SECONDS;
    await this.#move(world.service, seconds, rewards(options.wallets, "uniform"));
    return await this.#move(world.service, options.seconds, rewards(options.wallets, "uniform"));
  }

  /** Rewards at fixed rates, sent whether or not the service keeps up. */
  async takeOpenTurns(
    dataDir: string,
    maximum: number,
    parts: readonly number[] = OPEN_PARTS,
  ): Promise<OpenTurns[]> {
    const { options, world } = this;
    const open = parts.map((part) => ({
      part,
      rate: Math.max(1, Math.round(maximum * part)),
      turns: [] as OpenTurn[],
    }));
    // Flush the writes of the contenders before, which would otherwise happen in the middle of this turn.
    await writeOut();
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { rate, turns } of open) {
        const disk = watchDisk(dataDir);
        const turn = await takeTurn(world, world.service, {
          seconds: options.seconds * (options.isShort ? 1 : OPEN_TIMES),
          connections: options.connections * 4,
          requests: rewards(options.wallets, "uniform"),
          rate,
        });
        this.#answered += turn.count - turn.failures;
        turns.push({ ...turn, standstillMs: disk.stop() });
      }
    }
    return open;
  }

  /** Whether everything that was answered as done is in the log, and the log is whole. */
  async check(): Promise<Pick<BenchReport, "answered" | "logged" | "verification">> {
    const { points, database } = this.world;
    const { rows } = await points.query<{ logged: string }>(
      "SELECT count(*) AS logged FROM entry WHERE id > $1",
      [this.#lastEntryId],
    );
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      const { isSound, entries } = await verify(pool);
      return {
        answered: this.#answered,
        logged: Number(rows[0]?.logged),
        verification: { isSound, entries },
      };
    } finally {
      await pool.end();
    }
  }

  async #move(service: Target, seconds: number, requests: ReturnType<typeof rewards>): Promise<Turn> {
    const turn = await takeTurn(this.world, service, {
      seconds,
      connections: this.options.connections,
      requests,
    });
    this.#answered += turn.count - turn.failures;
    return turn;
  }

  async #readLastEntryId(): Promise<number> {
    const { rows } = await this.world.points.query<{ id: string }>("SELECT max(id) AS id FROM entry");
    return Number(rows[0]?.id);
  }

  async #readTableBytes(): Promise<number> {
    const { rows } = await this.world.points.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes
         FROM unnest(ARRAY['entry', 'idempotency_key', 'wallet', 'lot', 'reversal']) name`,
    );
    return Number(rows[0]?.bytes);
  }
}

/** The service's answer to GetDeals, to be served again by the contender that does nothing else. */
async function fetchDeals({ port }: Target, headers: Record<string, string>): Promise<StaticAnswer> {
  const { default: http } = await import("node:http");
  return await new Promise((resolve, reject) => {
    const request = http.get(
      {
        port,
        host: "127.0.0.1",
        path: "/api/Integration/v1/GetDeals",
        // The same host as the load names: the addresses of pictures in the answer are made of it, and its tag of the answer.
        headers: { Host: "127.0.0.1", ClientId: "pis_test_demo", "Accept-Encoding": "gzip", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const kept = Object.entries(response.headers).filter(([name]) => !HOP_HEADERS.has(name));
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
            bodyBase64: Buffer.concat(chunks).toString("base64"),
          });
        });
      },
    );
    request.on("error", reject);
  });
}

const HOP_HEADERS = new Set(["date", "connection", "keep-alive"]);
