import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createPrismaClient, type PrismaClient } from "@/lib/platform/database/pools";
import { type DatabaseProxy, startDatabaseProxy } from "@/tests/support/database-proxy";
import type { Approvals } from "../approver";
import { NO_OFFER_EVIDENCE, type OfferEvidence } from "../coupons";
import type { DatabaseHost } from "../database-host";
import type { Followers } from "../followers";
import type { AnsweredEntry, LoggedEntry } from "../history";
import { NO_LIMIT_EVIDENCE } from "../limits";
import type { ServiceFault, Subject } from "../nemesis";
import type { World } from "../world";
import {
  type Ask,
  carryOut,
  entryOf,
  isTakenAlready,
  namesOf,
  type Reply,
  type StandInRequest,
  type StoredEntry,
  TABLES,
} from "./books";
import { castWorld } from "./cast";

/** What a stand-in does wrong; nothing, when all of it is as it should be. */
export interface Manners {
  /** What it takes before it looks at a wallet and at a reference. */
  locks: "in one order" | "in arrival order" | "none";
  /** Reads and writes through Prisma's interactive transactions, as its guide shows it. */
  isThroughPrisma: boolean;
  /** Asks whether a reference is taken before the transaction, and believes it from then on. */
  checksKeyOutside: boolean;
  /** Says that it is done when everything is written, and then commits. */
  answersBeforeCommit: boolean;
  /** Requests that share a transaction. */
  batchMax: number;
}

export const SOUND: Manners = {
  locks: "in one order",
  isThroughPrisma: false,
  checksKeyOutside: false,
  answersBeforeCommit: false,
  batchMax: 1,
};

const CONNECTIONS = 8;
const BACK_TIMEOUT_MS = 60_000;

interface Waiting {
  request: StandInRequest;
  answer(reply: Reply | undefined): void;
  isKnownNew: boolean;
}

/**
 * A small points service that decides by the model itself, so that it gives right answers one at a time, and whose manners
 * with a database are as good or as bad as asked: what the checker finds in it comes from them.
 */
export class StandIn implements Subject {
  private readonly server: Server;
  private readonly queue: Waiting[] = [];
  private busy = 0;
  private world: World | undefined;

  private constructor(
    private readonly manners: Manners,
    private readonly pool: pg.Pool,
    private readonly prisma: PrismaClient,
    private readonly proxy: DatabaseProxy,
    private readonly host: DatabaseHost | undefined,
  ) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** Opens one on an empty database, whose host is needed where it is to be hurt. */
  static async open(databaseUrl: string, manners: Manners, host?: DatabaseHost): Promise<StandIn> {
    const proxy = await startDatabaseProxy(databaseUrl);
    const pool = new pg.Pool({ connectionString: proxy.url, max: CONNECTIONS });
    pool.on("error", () => undefined).on("connect", (client) => client.on("error", () => undefined));
    await pool.query(TABLES);
    const standIn = new StandIn(manners, pool, createPrismaClient(pool), proxy, host);
    await new Promise<void>((resolve) => standIn.server.listen(0, "127.0.0.1", resolve));
    return standIn;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async untilWell(): Promise<number> {
    const start = performance.now();
    for (;;) {
      const passed = performance.now() - start;
      const isWell = await this.ask("SELECT 1", []).then(
        () => true,
        () => false,
      );
      if (isWell) return passed;
      if (passed > BACK_TIMEOUT_MS) throw new Error("The database does not come back");
      await delay(20);
    }
  }

  async setStage(name: string): Promise<World> {
    this.world = castWorld(name);
    for (const { code } of this.world.wallets)
      await this.pool.query("INSERT INTO control_wallet (code) VALUES ($1)", [code]);
    await this.host?.settle?.();
    return this.world;
  }

  async readLog(codes: readonly string[]): Promise<LoggedEntry[]> {
    // The order of a log is that of its numbers; a stand-in does not count them itself.
    const { rows } = await this.pool.query<{ entry: StoredEntry; seq: number }>(
      `SELECT entry, (row_number() OVER (PARTITION BY wallet_code ORDER BY id))::int AS seq
       FROM control_entry WHERE wallet_code = ANY($1) ORDER BY wallet_code, id`,
      [codes],
    );
    return rows.map(({ entry, seq }) => ({ ...entryOf(entry), seq }));
  }

  /** A stand-in has no coupons. */
  readOffers(): Promise<OfferEvidence> {
    return Promise.resolve(NO_OFFER_EVIDENCE);
  }

  /** A stand-in has no limits. */
  approve(): Promise<Approvals> {
    return Promise.resolve({ end: () => Promise.resolve(NO_LIMIT_EVIDENCE) });
  }

  /** Nothing follows a stand-in's log. */
  follow(): Promise<Followers> {
    return Promise.resolve({ compare: () => Promise.resolve([]) });
  }

  async hurt(fault: ServiceFault): Promise<number> {
    if (fault === "power cut") await this.host?.cutPower?.();
    else if (fault === "break before commit") this.proxy.fault = "before commit";
    else if (fault === "break after commit") this.proxy.fault = "after commit";
    else throw new Error(`A stand-in cannot be tried with "${fault}"`);
    return performance.now();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.prisma.$disconnect();
    await this.pool.end();
    await this.proxy.close();
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const isKnownNew = this.manners.checksKeyOutside && !(await isTakenAlready(this.ask, request));
    const reply = await new Promise<Reply | undefined>((answer) => {
      this.queue.push({ request, answer, isKnownNew });
      void this.work();
    });
    response.setHeader("content-type", "application/json");
    if (reply?.isReplay) response.setHeader("idempotent-replayed", "true");
    response.statusCode = reply === undefined ? 503 : reply.code === 0 ? 200 : 422;
    response.end(
      JSON.stringify({
        errorCode: String(reply?.code ?? 1902),
        wallet: reply?.totalPoints === undefined ? null : { totalPoints: reply.totalPoints },
        pointsLog: reply?.entry ?? null,
        transaction: transactionOf(reply?.entry?.returned),
        totalAmount: reply?.entry?.totalAmount,
      }),
    );
  }

  private readonly ask: Ask = async (text, values) => (await this.pool.query(text, [...values])).rows;

  private async work(): Promise<void> {
    if (this.busy >= CONNECTIONS) return;
    this.busy += 1;
    for (let batch = this.next(); batch.length > 0; batch = this.next()) await this.run(batch);
    this.busy -= 1;
  }

  private next(): Waiting[] {
    return this.queue.splice(0, this.manners.batchMax);
  }

  private async run(batch: readonly Waiting[]): Promise<void> {
    const world = this.world;
    if (world === undefined) throw new Error("There is no stage");
    const replies: Reply[] = [];
    try {
      await this.inTransaction(async (ask) => {
        await this.lock(ask, batch);
        for (const { request, answer, isKnownNew } of batch) {
          const reply = await carryOut(ask, world, request, { isKnownNew });
          replies.push(reply);
          if (this.manners.answersBeforeCommit) answer(reply);
        }
      });
    } catch {
      // Nothing of it happened, or nobody knows; the caller is told so.
      replies.length = 0;
    }
    for (const [index, { answer }] of batch.entries()) answer(replies[index]);
  }

  private async lock(ask: Ask, batch: readonly Waiting[]): Promise<void> {
    const { locks, checksKeyOutside } = this.manners;
    if (locks === "none") return;
    const inOrder = (names: string[]) => (locks === "in one order" ? names.sort() : names);
    const keys = checksKeyOutside ? [] : batch.flatMap(({ request }) => namesOf(request));
    for (const name of inOrder([...new Set(keys)]))
      await ask("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", [name]);
    const codes = batch.map(({ request }) => String(request.body.WalletCode));
    for (const code of inOrder([...new Set(codes)]))
      await ask("SELECT code FROM control_wallet WHERE code = $1 FOR UPDATE", [code]);
  }

  private async inTransaction(work: (ask: Ask) => Promise<void>): Promise<void> {
    if (this.manners.isThroughPrisma)
      return this.prisma.$transaction((transaction) =>
        work((text, values) => transaction.$queryRawUnsafe(text, ...values)),
      );
    const client = await this.pool.connect();
    try {
      await client.query("BEGIN");
      await work(async (text, values) => (await client.query(text, [...values])).rows);
      await client.query("COMMIT");
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { ExternalLogId, PinCode, ...body } = JSON.parse(Buffer.concat(chunks).toString());
  return {
    operation: incoming.url?.split("/").at(-1) as StandInRequest["operation"],
    clientId: String(incoming.headers.clientid),
    key: ExternalLogId ?? incoming.headers["idempotency-key"],
    pin: PinCode,
    body,
  };
}

function transactionOf(returned: AnsweredEntry["returned"]) {
  if (returned === undefined) return null;
  const { id, remainingPoints } = returned;
  return { returnedLogId: id, returnedLogTypeId: 2, remainingPoints };
}
