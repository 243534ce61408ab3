import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "@/lib/ledger/rules/types";
import { readLog } from "@/lib/log/tail";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, startProcess, type TestProcess, type World } from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let processes: TestProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  processes = [startProcess(database.url), startProcess(database.url, { lanes: 3, batchMax: 5 })];
});
afterAll(async () => {
  for (const running of processes) await running.stop();
  await database.drop();
});

function ledgerOf(index: number) {
  const running = processes[index % processes.length];
  if (running === undefined) throw new Error("No process");
  return running.ledger;
}

test("gives out nothing behind a number that is still on its way, and all of it once that is committed", async () => {
  const wallet = await world.wallet();
  const { entry: first } = await ledgerOf(0).post(world.commands.reward(wallet, 1));
  const before = await readLog(database.pool, { after: 0 });
  expect(before.entries.map(({ id }) => id)).toEqual([first.id]);

  const other = await database.pool.connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT nextval('entry_id_seq')");
    const { entry: second } = await ledgerOf(0).post(world.commands.reward(wallet, 2));
    const waiting = await readLog(database.pool, { after: before.cursor });
    expect(waiting).toEqual({ entries: [], cursor: before.cursor });
    await other.query("COMMIT");
    const after = await readLog(database.pool, { after: before.cursor });
    expect(after.entries.map(({ id }) => id)).toEqual([second.id]);
  } finally {
    other.release();
  }
});

test("never goes past numbers that were taken for nothing: after a crash they are given again", async () => {
  const wallet = await world.wallet();
  const { entry: last } = await ledgerOf(0).post(world.commands.reward(wallet, 1));
  await database.pool.query("SELECT nextval('entry_id_seq') FROM generate_series(1, 20)");
  const { cursor } = await readLog(database.pool, { after: last.id - 1 });
  // As the server does that had not written down yet that they were taken.
  await database.owner.query("SELECT setval('entry_id_seq', $1)", [last.id]);
  const { entry: next } = await ledgerOf(0).post(world.commands.reward(wallet, 2));
  const { entries } = await readLog(database.pool, { after: cursor });
  expect(entries.map(({ id }) => id)).toEqual([next.id]);
});

test("gives out every entry once, in the order of each wallet's log, while two processes write", async () => {
  const start = (await readLog(database.pool, { after: 0 })).cursor;
  const wallets = await Promise.all(Array.from({ length: 7 }, () => world.wallet()));
  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: 600 }, (_, index) => {
      const wallet = wallets[index % wallets.length];
      if (wallet === undefined) throw new Error("No wallet");
      return ledgerOf(index).post(world.commands.reward(wallet, 1 + (index % 9)));
    }),
  ).then((posted) => {
    isWriting = false;
    return posted;
  });
  const seen: Entry[] = [];
  let cursor = start;
  for (let isLast = false; !isLast; ) {
    isLast = !isWriting;
    const part = await readLog(database.pool, { after: cursor, limit: 50 });
    seen.push(...part.entries);
    if (part.entries.length > 0) isLast = false;
    cursor = part.cursor;
  }
  const posted = (await writing).map(({ entry }) => entry.id);
  expect(seen.map(({ id }) => id)).toEqual([...posted].sort((one, other) => one - other));
  for (const { id } of wallets) {
    const positions = seen.filter(({ walletId }) => walletId === id).map(({ seq }) => seq);
    expect(positions).toEqual(positions.map((_, index) => index + 1));
  }
});

test("of an untouched part is empty and costs one question", async () => {
  const { cursor } = await readLog(database.pool, { after: 0, limit: 5_000 });
  expect(await readLog(database.pool, { after: cursor })).toEqual({ entries: [], cursor });
});
