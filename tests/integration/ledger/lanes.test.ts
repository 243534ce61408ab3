import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  attempt,
  createWorld,
  expectSound,
  startProcess,
  type TestProcess,
  type TestWallet,
  tally,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
/** Commands of each batch that was begun. */
let batches: number[];
const holders = new Set<PoolClient>();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
});
beforeEach(async () => {
  batches = [];
  const observer = { batchRun: (size: number) => batches.push(size), queueChanged: () => undefined };
  till = startProcess(database.url, { observer, lockWaitMs: 8_000 });
  // Both lanes' connections are there, so that a batch that may begin does so at once.
  await Promise.all([till.pool.query("SELECT pg_sleep(0.05)"), till.pool.query("SELECT pg_sleep(0.05)")]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  // What a failed test still holds would keep its process from ending.
  for (const client of holders) await release(client);
  await till.stop();
  await expectSound(database.pool);
});
afterAll(() => database.drop());

/** Holds a wallet's lock, so that others wait for the wallet; returns a function that releases it. */
async function hold(wallet: TestWallet): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM wallet WHERE id = $1 FOR UPDATE", [wallet.id]);
  holders.add(client);
  return () => release(client);
}

async function release(client: PoolClient): Promise<void> {
  if (!holders.delete(client)) return;
  await client.query("ROLLBACK");
  client.release();
}

function wallets(count: number): Promise<TestWallet[]> {
  return Promise.all(Array.from({ length: count }, () => world.wallet()));
}

function reward(to: readonly TestWallet[]) {
  return to.map((wallet) => attempt(till.ledger.post(world.commands.reward(wallet, 1))));
}

/** Rewards wallets at the same moment, and waits until a batch has begun with them. */
async function beginBatch(to: readonly TestWallet[]) {
  const count = batches.length;
  const made = reward(to);
  while (batches.length === count) await database.pool.query("SELECT 1");
  return made;
}

/** Long enough for a command that waits for nothing to have begun. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await database.pool.query("SELECT 1");
}

describe("beside a batch that is held up by a lock", () => {
  test("as many commands are a batch of their own, and fewer wait", async () => {
    const [first, few, rest] = [await wallets(3), await wallets(2), await wallets(1)];
    const letGo = await hold(first[1] as TestWallet);
    const held = await beginBatch(first);
    const waiting = reward(few);
    await settle();
    expect(batches).toEqual([3]);
    waiting.push(...reward(rest));
    expect(tally(await Promise.all(waiting))).toEqual({ posted: 3 });
    expect(batches).toEqual([3, 3]);
    await letGo();
    expect(tally(await Promise.all(held))).toEqual({ posted: 3 });
  });

  test("fewer wait until it is late, and others go on from then on", async () => {
    const [first, few, later] = [await wallets(3), await wallets(2), await wallets(1)];
    const letGo = await hold(first[0] as TestWallet);
    const held = await beginBatch(first);
    const waiting = reward(few);
    await settle();
    vi.advanceTimersByTime(20);
    expect(tally(await Promise.all(waiting))).toEqual({ posted: 2 });
    expect(tally(await Promise.all(reward(later)))).toEqual({ posted: 1 });
    expect(batches).toEqual([3, 2, 1]);
    await letGo();
    expect(tally(await Promise.all(held))).toEqual({ posted: 3 });
  });

  test("its wallets' next commands wait for its end, and take no lane from the others", async () => {
    const [locked, ...others] = (await wallets(4)) as [TestWallet, ...TestWallet[]];
    const letGo = await hold(locked);
    const held = await beginBatch([locked]);
    const next = reward([locked, locked]);
    await settle();
    vi.advanceTimersByTime(20);
    await settle();
    expect(batches).toEqual([1]);
    for (const other of others) expect(tally(await Promise.all(reward([other])))).toEqual({ posted: 1 });
    await letGo();
    expect(tally(await Promise.all([...held, ...next]))).toEqual({ posted: 3 });
    expect(batches).toEqual([1, 1, 1, 1, 2]);
  });
});

test("whatever has queued behind a batch is the next one", async () => {
  const [first, queued] = [await wallets(8), await wallets(7)];
  const letGo = await hold(first[0] as TestWallet);
  const held = await beginBatch(first);
  const waiting: ReturnType<typeof reward> = [];
  for (const wallet of queued) {
    waiting.push(...reward([wallet]));
    await settle();
  }
  expect(batches).toEqual([8]);
  await letGo();
  expect(tally(await Promise.all([...held, ...waiting]))).toEqual({ posted: 15 });
  expect(batches).toEqual([8, 7]);
});

test("one wallet whose row another transaction holds stalls its own commands only, and nothing of them is lost", async () => {
  vi.useRealTimers();
  const quick = startProcess(database.url, { lockWaitMs: 50 });
  const post = (wallet: TestWallet) => attempt(quick.ledger.post(world.commands.reward(wallet, 1)));
  try {
    const [locked, also, ...others] = (await wallets(8)) as [TestWallet, TestWallet, ...TestWallet[]];
    const letGo = [await hold(locked), await hold(also)];
    let isAnswered = false;
    const stalled = Promise.all([locked, also, locked].map(post)).finally(() => {
      isAnswered = true;
    });
    // More rounds than there are lanes, each with one more command for a wallet that is held.
    const more: ReturnType<typeof post>[] = [];
    for (let round = 0; round < 5; round += 1) {
      more.push(post(also));
      expect(tally(await Promise.all(others.map(post)))).toEqual({ posted: 6 });
    }
    expect(isAnswered).toBe(false);
    for (const release of letGo) await release();
    expect(tally(await stalled)).toEqual({ posted: 3 });
    expect(tally(await Promise.all(more))).toEqual({ posted: 5 });
  } finally {
    await quick.stop();
  }
});

test("a wallet whose row was held is caught up with together as soon as one command has had the row", async () => {
  vi.useRealTimers();
  const sizes: number[] = [];
  let heldBack = 0;
  const quick = startProcess(database.url, {
    lockWaitMs: 50,
    observer: {
      batchRun: (size) => sizes.push(size),
      queueChanged: () => undefined,
      heldChanged: (count) => {
        heldBack = count;
      },
    },
  });
  try {
    const wallet = await world.wallet();
    const letGo = await hold(wallet);
    const waiting = Array.from({ length: 30 }, () =>
      attempt(quick.ledger.post(world.commands.reward(wallet, 1))),
    );
    await vi.waitFor(() => expect(heldBack).toBe(30), { timeout: 60_000 });
    sizes.length = 0;
    await letGo();
    expect(tally(await Promise.all(waiting))).toEqual({ posted: 30 });
    expect(Math.max(...sizes)).toBeGreaterThan(20);
  } finally {
    await quick.stop();
  }
});
