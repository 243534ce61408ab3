import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RewardCommand } from "@/lib/ledger/rules/commands";
import { type RoundTrip, roundTrips } from "@/lib/ledger/rules/round-trip";
import { runBatch } from "@/lib/ledger/run/batch";
import { ManualClock } from "@/lib/platform/clock";
import { readWallet } from "@/lib/wallet/read";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type DatabaseProxy, startDatabaseProxy } from "@/tests/support/database-proxy";
import {
  AT,
  attempt,
  createWorld,
  expectSound,
  reference,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  tally,
  until,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  till = startProcess(database.url);
});
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  await till.stop();
  await database.drop();
});

async function lastSeq(wallet: TestWallet): Promise<number> {
  return (await readWallet(database.pool, { id: wallet.id }, AT))?.lastSeq ?? Number.NaN;
}

/** Holds a wallet's lock, so that others wait for the wallet; returns a function that releases it. */
async function hold(wallet: TestWallet): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM wallet WHERE id = $1 FOR UPDATE", [wallet.id]);
  return async () => {
    await client.query("ROLLBACK");
    client.release();
  };
}

const WAITING_FOR_LOCK = `
SELECT pid FROM pg_stat_activity
 WHERE datname = current_database() AND application_name LIKE '%ledger%' AND wait_event_type = 'Lock'`;

async function waitersForLock(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(WAITING_FOR_LOCK);
  return rows.map(({ pid }) => pid);
}

describe("a command that breaks its batch", () => {
  test("fails alone; the others of the batch are carried out", async () => {
    const wallets = await Promise.all(Array.from({ length: 10 }, () => world.wallet()));
    // Longer than its column, and a character that no text column takes: nothing upstream lets them through.
    const breaking = [{ comment: "x".repeat(251) }, { comment: "\0" }];
    const outcomes = await Promise.allSettled(
      wallets.map((wallet, index) =>
        till.ledger.post(world.commands.reward(wallet, 10, breaking[index - 4] ?? {})),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled", "fulfilled"],
      ...["rejected", "rejected"],
      ...["fulfilled", "fulfilled", "fulfilled", "fulfilled"],
    ]);
    expect(await Promise.all(wallets.map(lastSeq))).toEqual([1, 1, 1, 1, 0, 0, 1, 1, 1, 1]);
  });

  test("leaves its wallet and its connection in order for the next", async () => {
    const single = startProcess(database.url, { connections: 1 });
    const wallet = await world.wallet();
    const breaking = world.commands.reward(wallet, 1, { comment: "\0", reference: reference("breaks") });
    await expect(single.ledger.post(breaking)).rejects.toMatchObject({ code: "22021" });
    const { entry } = await single.ledger.post({ ...breaking, comment: "mended" });
    expect(entry).toMatchObject({ seq: 1, balanceAfter: 1 });
    await single.stop();
  });
});

describe("a connection that is lost", () => {
  let proxy: DatabaseProxy;
  let behindProxy: TestProcess;
  beforeEach(async () => {
    proxy = await startDatabaseProxy(database.url);
    behindProxy = startProcess(proxy.url, { connections: 1, lanes: 1, deadlineMs: 1_000 });
  });
  afterEach(async () => {
    await behindProxy.stop();
    await proxy.close();
  });

  test.each([
    ["before commit", "posted"],
    ["after commit", "replayed"],
  ] as const)("%s: the caller gets 1902, and with the same reference the truth", async (fault, truth) => {
    const wallet = await world.wallet();
    const command = world.commands.reward(wallet, 10, { reference: reference(`lost ${fault}`) });
    // The connection is there and has proved itself.
    await behindProxy.ledger.post(world.commands.reward(await world.wallet(), 1));
    proxy.fault = fault;
    const made = await Promise.all([attempt(behindProxy.ledger.post(command))]);
    expect(made).toEqual([{ code: 1902 }]);
    expect(proxy.fault).toBe("none");
    expect(tally([await attempt(behindProxy.ledger.post(command))])).toEqual({ [truth]: 1 });
    expect(await lastSeq(wallet)).toBe(1);
  });

  test.each(["before commit", "after commit"] as const)(
    "%s, under a whole batch: everyone gets 1902, and retries move each point once",
    async (fault) => {
      const wallets = await Promise.all(Array.from({ length: 20 }, () => world.wallet()));
      const commands = wallets.map((wallet) =>
        world.commands.reward(wallet, 10, { reference: reference(`batch ${fault} ${wallet.id}`) }),
      );
      const post = (command: RewardCommand) => attempt(behindProxy.ledger.post(command));
      proxy.fault = fault;
      expect(tally(await Promise.all(commands.map(post)))).toEqual({ "1902": 20 });
      const truth = fault === "before commit" ? "posted" : "replayed";
      expect(tally(await Promise.all(commands.map(post)))).toEqual({ [truth]: 20 });
      expect(new Set(await Promise.all(wallets.map(lastSeq)))).toEqual(new Set([1]));
    },
  );

  test("without a word is given up in time, and the lane goes on with another", async () => {
    const wallet = await world.wallet();
    const command = world.commands.reward(wallet, 10, { reference: reference("silence") });
    await behindProxy.ledger.post(world.commands.reward(wallet, 1));
    proxy.fault = "silence";
    expect(await attempt(behindProxy.ledger.post(command))).toEqual({ code: 1902 });
    proxy.fault = "none";
    await until(async () => "id" in (await attempt(behindProxy.ledger.post(command))));
    expect(await lastSeq(wallet)).toBe(2);
  });

  test("because the server ends it: the caller gets 1902, and a retry is carried out", async () => {
    const wallet = await world.wallet();
    const command = world.commands.reward(wallet, 10, { reference: reference("terminated") });
    const letGo = await hold(wallet);
    const made = attempt(till.ledger.post(command));
    await until(async () => (await waitersForLock()).length > 0);
    for (const pid of await waitersForLock()) {
      await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
    }
    expect(await made).toEqual({ code: 1902 });
    await letGo();
    expect(tally([await attempt(till.ledger.post(command))])).toEqual({ posted: 1 });
  });

  test("while nothing was under way is replaced without anyone noticing", async () => {
    const wallet = await world.wallet();
    await behindProxy.ledger.post(world.commands.reward(wallet, 1));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE '%ledger%' AND pid <> pg_backend_pid()`,
    );
    await until(async () => behindProxy.pool.totalCount === 0);
    expect(tally([await attempt(behindProxy.ledger.post(world.commands.reward(wallet, 1)))])).toEqual({
      posted: 1,
    });
  });
});

describe("a service that cannot keep up", () => {
  test("refuses with 1902 what does not fit its queue, and carries out what does", async () => {
    const small = startProcess(database.url, { lanes: 1, queueMax: 5, batchMax: 2 });
    const wallet = await world.wallet();
    const letGo = await hold(wallet);
    const made = Array.from({ length: 8 }, () =>
      attempt(small.ledger.post(world.commands.reward(wallet, 1))),
    );
    expect(await Promise.all(made.slice(5))).toEqual([{ code: 1902 }, { code: 1902 }, { code: 1902 }]);
    await letGo();
    expect(tally(await Promise.all(made))).toEqual({ posted: 5, "1902": 3 });
    expect(await lastSeq(wallet)).toBe(5);
    expect(tally([await attempt(small.ledger.post(world.commands.reward(wallet, 1)))])).toEqual({
      posted: 1,
    });
    await small.stop();
  });

  test("says when to try again", async () => {
    const full = startProcess(database.url, { queueMax: 0 });
    const refused = full.ledger.post(world.commands.reward(await world.wallet(), 1));
    await expect(refused).rejects.toMatchObject({ code: 1902, details: { retryAfterSeconds: 1 } });
    await full.stop();
  });

  test("answers 1902 at the deadline and does not begin the command behind the caller's back", async () => {
    const slow = startProcess(database.url, {
      ...{ lanes: 1, batchMax: 1, deadlineMs: 300 },
      lockWaitMs: 8_000,
    });
    const [blocked, waiting] = [await world.wallet(), await world.wallet()];
    const letGo = await hold(blocked);
    const made = [blocked, waiting].map((wallet) =>
      attempt(slow.ledger.post(world.commands.reward(wallet, 1))),
    );
    expect(await Promise.all(made)).toEqual([{ code: 1902 }, { code: 1902 }]);
    await letGo();
    await slow.ledger.drain();
    expect(await lastSeq(waiting)).toBe(0);
    await slow.stop();
  });

  test("does not begin a command whose caller was answered while it waited for a connection", async () => {
    const starved = startProcess(database.url, { connections: 1, lanes: 1, deadlineMs: 100 });
    const wallet = await world.wallet();
    const taken = await starved.pool.connect();
    expect(await attempt(starved.ledger.post(world.commands.reward(wallet, 1)))).toEqual({ code: 1902 });
    taken.release();
    await starved.ledger.drain();
    await starved.pool.query("SELECT 1");
    expect(await lastSeq(wallet)).toBe(0);
    await starved.stop();
  });

  test("answers what it accepted before it is drained", async () => {
    const stopping = startProcess(database.url);
    const wallet = await world.wallet();
    const made = Array.from({ length: 30 }, () =>
      attempt(stopping.ledger.post(world.commands.reward(wallet, 1))),
    );
    await stopping.ledger.drain();
    expect(await lastSeq(wallet)).toBe(30);
    expect(tally(await Promise.all(made))).toEqual({ posted: 30 });
    await stopping.stop();
  });
});

describe("a commit", () => {
  test("that the server answers with ROLLBACK is not taken for success", async () => {
    const wallet = await world.wallet();
    const client = await till.pool.connect();
    const plain = roundTrips(client);
    // Something goes wrong in the transaction that nobody hears of, just before the commit.
    const interrupted: RoundTrip = async (statements) => {
      if (statements.at(-1)?.text !== "COMMIT") return plain(statements);
      const written = await plain(statements.slice(0, -1));
      await client.query("SELECT 1 / 0").catch(() => undefined);
      return [...written, ...(await plain(statements.slice(-1)))];
    };
    const batch = runBatch(interrupted, [world.commands.reward(wallet, 10)], START);
    await expect(batch).rejects.toThrow("rolled the batch back");
    client.release(true);
    expect(await lastSeq(wallet)).toBe(0);
  });

  test("of which the server warns, as when it stopped waiting for its standby, is not known to be done", async () => {
    // A server with a synchronous standby would warn at the same moment and in the same way.
    await database.owner.query(
      `CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION warn()`,
    );
    const wallet = await world.wallet();
    const command = world.commands.reward(wallet, 10, { reference: reference("warned") });
    expect(await attempt(till.ledger.post(command))).toEqual({ code: 1902 });
    await database.owner.query("DROP FUNCTION warn CASCADE");
    expect(tally([await attempt(till.ledger.post(command))])).toEqual({ replayed: 1 });
    expect(await lastSeq(wallet)).toBe(1);
  });

  test("waits until the database has it on disk", async () => {
    const { rows } = await till.pool.query("SHOW synchronous_commit");
    expect(rows).toEqual([{ synchronous_commit: "on" }]);
  });
});

describe("a PIN that is set anew while a wrong one is being counted", () => {
  test("starts with a clean count", async () => {
    const wallet = await world.walletWith(till.ledger, 100, { hasPin: true });
    const reset = new pg.Client({ connectionString: database.url });
    await reset.connect();
    await reset.query("BEGIN");
    await reset.query("UPDATE wallet_pin SET version = 2, hash = 'new' WHERE wallet_id = $1", [wallet.id]);
    const wrong = world.commands.redeem(wallet, 1, {
      pin: { kind: "checked", pinVersion: 1, correct: false },
    });
    const made = attempt(till.ledger.post(wrong));
    await until(async () => (await waitersForLock()).length > 0);
    await reset.query("COMMIT");
    await reset.end();
    expect(await made).toEqual({ code: 1311 });
    const details = await readWallet(database.pool, { id: wallet.id }, AT);
    expect(details?.pin).toMatchObject({ kind: "set", failedInRow: 0 });
  });
});

describe("a retry after a restart", () => {
  test("gets the first answer again, from another process, whatever has happened to the wallet since", async () => {
    const first = startProcess(database.url, { clock: new ManualClock(START) });
    const wallet = await world.walletWith(first.ledger, 1_000);
    const { redeem, refund, cancel, reward } = world.commands;
    const redemption = redeem(wallet, 400, { reference: reference("r-redeem") });
    const redeemed = await first.ledger.post(redemption);
    const refunding = refund(wallet, redeemed.entry.id, { points: 100, reference: reference("r-refund") });
    const refunded = await first.ledger.post(refunding);
    const cancelling = cancel(wallet, "r-refund", { reference: reference("r-cancel") });
    const cancelled = await first.ledger.post(cancelling);
    await first.stop();
    await till.ledger.post(reward(wallet, 77));

    const later = new ManualClock(new Date("2026-12-01T00:00:00Z"));
    const second = startProcess(database.url, { clock: later });
    expect(await second.ledger.post(redemption)).toEqual({ ...redeemed, replayed: true });
    expect(await second.ledger.post(refunding)).toEqual({ ...refunded, replayed: true });
    expect(await second.ledger.post(cancelling)).toEqual({ ...cancelled, replayed: true });
    expect(await lastSeq(wallet)).toBe(5);
    await second.stop();
  });

  test("of a redemption needs no PIN, and none of the standing that the first one needed", async () => {
    const wallet = await world.walletWith(till.ledger, 100, { hasPin: true });
    const pin = { kind: "checked", pinVersion: 1, correct: true } as const;
    const command = world.commands.redeem(wallet, 10, { pin, reference: reference("pinless") });
    const { entry } = await till.ledger.post(command);
    await database.pool.query("UPDATE wallet SET status_id = 4, is_opted_in = false WHERE id = $1", [
      wallet.id,
    ]);
    const again = await till.ledger.post({ ...command, pin: { kind: "absent" } });
    expect(again).toMatchObject({ entry: { id: entry.id }, replayed: true });
  });
});
