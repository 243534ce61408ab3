import { existsSync } from "node:fs";
import pg from "pg";
import { verify } from "@/lib/ledger/verify/verify";
import type { StaticAnswer } from "./contenders/static-answer";
import { inTurns, middle } from "./figures";
import type { Requests } from "./load";
import { describeMachine, watchDisk, writeOut } from "./machine";
import { deals, MadeEntries, redemptions, reversals, rewards } from "./requests";
import { pgbenchVersion, type Turn, takePgbenchTurn, takeTurn } from "./turns";
import { inWorld, makeLogFiles, type Target, untilSeen, type World } from "./world";

export interface BenchOptions {
  seconds: number;
  rounds: number;
  connections: number;
  wallets: number;
  /** Leaves out the contenders that have to be built or installed first. */
  isShort: boolean;
}

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
  machine: string;
  pgbench: string | null;
  results: Map<ContenderName, Turn[]>;
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
  "one statement a batch, node:http",
  "pgbench, bare function",
  "Reward",
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

/**
 * Measures the service side by side with other ways to build it, on one database server and with everything durable. The
 * contenders take turns: only the ratios count. At the end every answered movement is looked up in the log, and the log is verified.
 */
export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const { wallets, isShort } = options;
  const report = await inWorld({ wallets }, (world) => measure(new Contenders(world, options)));
  // Without a folder in memory there is nothing to tell, and the short form tells nothing that is measured.
  if (isShort || !existsSync(MEMORY)) return report;
  const inMemory = await inWorld({ wallets, parent: MEMORY }, (world) =>
    new Contenders(world, options).takeTail(),
  );
  return { ...report, inMemory };
}

async function measure(contenders: Contenders): Promise<BenchReport> {
  const { options, world } = contenders;
  const pgbench = options.isShort ? null : await pgbenchVersion();
  const machine = await describeMachine(world);
  const turns = await contenders.open(pgbench !== null);
  if (!options.isShort) {
    await makeLogFiles(world.database);
    for (const take of turns.values()) await take(WARM_UP_SECONDS);
  }
  const results = await inTurns([...turns.keys()], options.rounds, async (name) => {
    const turn = await turns.get(name)?.(options.seconds);
    if (turn === undefined) throw new Error(`${name} is no contender`);
    return turn;
  });
  const maximum = middle(results.get("Reward"), ({ requestsPerSecond }) => requestsPerSecond);
  return {
    ...{ options, machine, pgbench, results },
    open: await contenders.takeOpenTurns(maximum, OPEN_PARTS),
    inMemory: options.isShort ? await contenders.takeTail() : [],
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
    readonly world: World,
    readonly options: BenchOptions,
  ) {}

  /** Starts all contenders; what is returned takes one turn of each. */
  async open(hasPgbench: boolean): Promise<Map<ContenderName, TakeTurn>> {
    const { world, options } = this;
    this.#lastEntryId = await this.#number("SELECT max(id) AS number FROM entry");
    const turns = new Map<ContenderName, TakeTurn>();
    const reward = (target: Target, path: string) => (seconds: number) =>
      this.#load(target, seconds, rewards(options.wallets, "uniform", { path }));
    if (!options.isShort)
      turns.set("textbook Prisma, Next.js route", reward(await world.startTextbook(), "/textbook"));
    turns.set(
      "one statement a batch, node:http",
      reward(await world.startContender("batched", world.floorUrl), "/"),
    );
    if (hasPgbench)
      turns.set("pgbench, bare function", (seconds) =>
        takePgbenchTurn(world, world.floorUrl, "bench/contenders/floor-random.pgbench", seconds),
      );
    this.#addMovements(turns);
    await this.#addDeals(turns);
    return turns;
  }

  #addMovements(turns: Map<ContenderName, TakeTurn>): void {
    const { wallets } = this.options;
    turns.set("Reward", async (seconds) => {
      const before = await this.#readTableBytes();
      this.#rewarded = new MadeEntries();
      const turn = await this.#move(seconds, rewards(wallets, "uniform", { made: this.#rewarded }));
      this.#sold = this.#rewarded.half();
      this.tableBytes = ((await this.#readTableBytes()) - before) / turn.count;
      return turn;
    });
    turns.set("Reward, one wallet", (seconds) => this.#move(seconds, rewards(wallets, "hot")));
    turns.set("RedeemUser", (seconds) => {
      this.#redeemed = new MadeEntries();
      return this.#move(seconds, redemptions(wallets, { made: this.#redeemed }));
    });
    turns.set("Refund", (seconds) => this.#move(seconds, reversals("Refund", this.#redeemed)));
    turns.set("ReturnReward", (seconds) => this.#move(seconds, reversals("ReturnReward", this.#sold)));
    turns.set("Cancel", (seconds) => this.#move(seconds, reversals("Cancel", this.#rewarded)));
  }

  async #addDeals(turns: Map<ContenderName, TakeTurn>): Promise<void> {
    const { service } = this.world;
    await untilSeen();
    const answer = await fetchDeals(service, {});
    const etag = answer.headers.etag ?? "";
    const unchanged = await fetchDeals(service, { "If-None-Match": etag });
    const ask = (target: Target, tag?: { etag: string }) => (seconds: number) =>
      this.#load(target, seconds, deals(tag));
    const start = (given: StaticAnswer) => this.world.startContender("static", JSON.stringify(given));
    turns.set("static answer, node:http", ask(await start(answer)));
    turns.set("GetDeals", ask(service));
    turns.set("static 304, node:http", ask(await start(unchanged), { etag }));
    turns.set("GetDeals, 304", ask(service, { etag }));
  }

  /** Rewards at half of the maximum, after a warm-up. */
  async takeTail(): Promise<OpenTurns[]> {
    const { seconds, wallets, isShort } = this.options;
    await this.#move(isShort ? seconds : WARM_UP_SECONDS, rewards(wallets, "uniform"));
    const { requestsPerSecond } = await this.#move(seconds, rewards(wallets, "uniform"));
    return await this.takeOpenTurns(requestsPerSecond, [0.5]);
  }

  /** Rewards at fixed rates, sent whether or not the service keeps up. */
  async takeOpenTurns(maximum: number, parts: readonly number[]): Promise<OpenTurns[]> {
    const { options, world } = this;
    // Flush the writes of the contenders before, which would otherwise happen in the middle of this turn.
    await writeOut();
    const rateOf = (part: number) => Math.max(1, Math.round(maximum * part));
    const turns = await inTurns(parts, options.rounds, async (part) => {
      const disk = watchDisk(world.dataDir);
      const seconds = options.seconds * (options.isShort ? 1 : OPEN_TIMES);
      const turn = await this.#move(seconds, rewards(options.wallets, "uniform"), rateOf(part));
      return { ...turn, standstillMs: disk.stop() };
    });
    return [...turns].map(([part, taken]) => ({ part, rate: rateOf(part), turns: taken }));
  }

  /** Whether everything that was answered as done is in the log, and the log is whole. */
  async check(): Promise<Pick<BenchReport, "answered" | "logged" | "verification">> {
    const logged = await this.#number("SELECT count(*) AS number FROM entry WHERE id > $1", [
      this.#lastEntryId,
    ]);
    const pool = new pg.Pool({ connectionString: this.world.database.url, max: 1 });
    try {
      return { answered: this.#answered, logged, verification: await verify(pool) };
    } finally {
      await pool.end();
    }
  }

  /** Movements at the service, which are counted; at a rate over four times the connections. */
  async #move(seconds: number, requests: Requests, rate?: number): Promise<Turn> {
    const turn = await this.#load(this.world.service, seconds, requests, rate);
    this.#answered += turn.count - turn.failures;
    return turn;
  }

  #load(target: Target, seconds: number, requests: Requests, rate?: number): Promise<Turn> {
    const connections = this.options.connections * (rate === undefined ? 1 : 4);
    return takeTurn(this.world, target, {
      seconds,
      requests,
      connections,
      ...(rate !== undefined && { rate }),
    });
  }

  #readTableBytes(): Promise<number> {
    return this.#number(
      `SELECT sum(pg_total_relation_size(name::regclass)) AS number
         FROM unnest(ARRAY['entry', 'idempotency_key', 'wallet', 'lot', 'reversal']) name`,
    );
  }

  async #number(sql: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.world.points.query<{ number: string }>(sql, [...values]);
    return Number(rows[0]?.number);
  }
}

const HOP_HEADERS = new Set(["date", "connection", "keep-alive"]);

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
