import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runReleaseJob, startReleaseSchedule } from "@/lib/ledger/jobs/release";
import type { Command } from "@/lib/ledger/rules/commands";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  type Attempt,
  attempt,
  createWorld,
  expectSound,
  reference,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  until,
  type World,
} from "@/tests/support/ledger";

/** Points that ripen, and holds, through two processes on one database. */
let database: TestDatabase;
let world: World;
let processes: [TestProcess, TestProcess];
const clock = new ManualClock(START);
const COUNT = 50;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  processes = [
    startProcess(database.url, { clock }),
    startProcess(database.url, { clock, lanes: 3, batchMax: 7 }),
  ];
});
beforeEach(() => clock.set(START));
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  for (const running of processes) await running.stop();
  await database.drop();
});

const ledger = () => processes[0].ledger;
type Posted = Exclude<Command, { type: "expire" }>;

function atOnce(count: number, make: (index: number) => Posted): Promise<Attempt[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      attempt((processes[index % 2] ?? processes[0]).ledger.post(make(index))),
    ),
  );
}

const codesOf = (attempts: readonly Attempt[]) =>
  attempts.map((one) => ("code" in one ? one.code : "posted")).filter((one) => one !== "posted");

async function stand(wallet: TestWallet) {
  const { rows } = await database.pool.query<{ balance: string; suspended: string; redeemed: string }>(
    "SELECT balance, suspended, redeemed FROM wallet WHERE id = $1",
    [wallet.id],
  );
  return Object.values(rows[0] ?? {}).map(Number);
}

async function withRipening<Result>(days: number, work: () => Promise<Result>): Promise<Result> {
  await database.pool.query("UPDATE merchant SET ripening_days = $1", [days]);
  return work().finally(() => database.pool.query("UPDATE merchant SET ripening_days = NULL"));
}

describe("pending points", () => {
  test("of more rewards than a batch numbers at once are previewed by a merge, and merged", async () => {
    const [wallet, other] = [await world.wallet(), await world.wallet()];
    await withRipening(30, () => atOnce(1_001, () => world.commands.reward(wallet, 1)));
    const merge = world.commands.transfer(wallet, other);
    const quoted = await ledger().quote(merge);
    expect(quoted).toMatchObject({ entry: { seq: 2_003 }, wallet: { balance: 0 } });
    expect(await stand(wallet)).toEqual([0, 1_001, 0]);
    await ledger().post(merge);
    expect(await stand(other)).toEqual([1_001, 0, 0]);
  });

  test("go by a merchant's days from the moment they are set, at every process that has read the rules before", async () => {
    const wallet = await world.wallet();
    await atOnce(4, () => world.commands.reward(wallet, 10));
    const made = await withRipening(3, () => atOnce(4, () => world.commands.reward(wallet, 10)));
    expect(codesOf(made)).toEqual([]);
    await atOnce(4, () => world.commands.reward(wallet, 10));
    expect(await stand(wallet)).toEqual([80, 40, 0]);
  });

  test("are given free once by whoever comes first on their day, whatever comes at once", async () => {
    const wallet = await world.wallet();
    await withRipening(1, () => ledger().post(world.commands.reward(wallet, COUNT)));
    clock.advance(24 * 3_600_000);
    const attempts = await atOnce(COUNT + 10, () => world.commands.redeem(wallet, 1));
    expect(codesOf(attempts)).toEqual(Array(10).fill(1301));
    expect(await stand(wallet)).toEqual([0, 0, COUNT]);
  });

  test("are cancelled or ripen, never both", async () => {
    const wallet = await world.wallet();
    const { entry } = await withRipening(1, () => ledger().post(world.commands.reward(wallet, 10)));
    clock.advance(24 * 3_600_000);
    await Promise.all([
      attempt(ledger().post(world.commands.cancel(wallet, entry.id))),
      processes[1].ledger.expire(world.commands.expire(wallet)),
    ]);
    expect(await stand(wallet)).toEqual([0, 0, 0]);
  });
});

describe("a hold", () => {
  test("that is captured and released 50 times at once ends once", async () => {
    const wallet = await world.walletWith(ledger(), 100);
    const { entry } = await ledger().post(world.commands.hold(wallet, 60));
    const attempts = await atOnce(COUNT, (index) =>
      index % 3 === 0
        ? world.commands.releaseHold(wallet, entry.id)
        : world.commands.capture(wallet, entry.id, { points: 45 }),
    );
    expect(codesOf(attempts)).toEqual(Array(COUNT - 1).fill(1418));
    const [balance, suspended, redeemed] = await stand(wallet);
    expect(suspended).toBe(0);
    expect([
      [100, 0],
      [55, 45],
    ]).toContainEqual([balance, redeemed]);
  });

  test("asked for 50 times at once takes no more than there is", async () => {
    const wallet = await world.walletWith(ledger(), 100);
    const attempts = await atOnce(COUNT, () => world.commands.hold(wallet, 7));
    expect(codesOf(attempts)).toEqual(Array(COUNT - 14).fill(1301));
    expect(await stand(wallet)).toEqual([2, 98, 0]);
  });

  test("with one reference sent 50 times at once is made once, and answered with when it ends", async () => {
    const wallet = await world.walletWith(ledger(), 100);
    const command = world.commands.hold(wallet, 60, { reference: reference("order") });
    const attempts = await atOnce(COUNT, () => command);
    expect(codesOf(attempts)).toEqual([]);
    expect(await stand(wallet)).toEqual([40, 60, 0]);
    clock.advance(31 * 60_000);
    await ledger().expire(world.commands.expire(wallet));
    const again = await ledger().post(command);
    expect(again).toMatchObject({
      replayed: true,
      aside: { state: "released", expiresAt: new Date(START.getTime() + 30 * 60_000) },
    });
    expect(again.wallet).toMatchObject({ balance: 40, suspended: 60 });
  });

  test("that ended is released once, whether the job or a movement comes first", async () => {
    const wallet = await world.walletWith(ledger(), 100);
    const { entry } = await ledger().post(world.commands.hold(wallet, 60));
    clock.advance(31 * 60_000);
    const [captured] = await Promise.all([
      attempt(processes[1].ledger.post(world.commands.capture(wallet, entry.id))),
      ...Array.from({ length: 4 }, () => runReleaseJob(options())),
    ]);
    await runReleaseJob(options());
    expect(codesOf([captured as Attempt])).toEqual([1418]);
    expect(await stand(wallet)).toEqual([100, 0, 0]);
  });

  test("that was captured in part is refunded and cancelled as the rules say, with the database's guards on", async () => {
    const wallet = await world.walletWith(ledger(), 100);
    const { entry } = await ledger().post(world.commands.hold(wallet, 60));
    const captured = await ledger().post(world.commands.capture(wallet, entry.id, { points: 45 }));
    expect(captured.related?.id).toBe(entry.id);
    await ledger().post(world.commands.refund(wallet, captured.entry.id, { points: 15 }));
    const other = (await ledger().post(world.commands.hold(wallet, 20))).entry.id;
    const second = await ledger().post(world.commands.capture(wallet, other));
    await ledger().post(world.commands.cancel(wallet, second.entry.id));
    expect(await stand(wallet)).toEqual([70, 0, 30]);
  });
});

const options = () => ({
  pool: database.pool,
  ledger: ledger(),
  clock,
  systemUserId: world.systemUserId,
  pageSize: 2,
});

describe("the job", () => {
  test("gives free what is due in every wallet, page by page, and finds nothing the next time", async () => {
    const wallets = await Promise.all(Array.from({ length: 5 }, () => world.walletWith(ledger(), 10)));
    for (const wallet of wallets) await ledger().post(world.commands.hold(wallet, 4));
    const ripening = await world.wallet();
    await withRipening(1, () => ledger().post(world.commands.reward(ripening, 9)));
    clock.advance(24 * 3_600_000);
    expect(await runReleaseJob(options())).toEqual({ wallets: 6, failed: 0, failure: null });
    expect(await runReleaseJob(options())).toEqual({ wallets: 0, failed: 0, failure: null });
    for (const wallet of wallets) expect(await stand(wallet)).toEqual([10, 0, 0]);
    expect(await stand(ripening)).toEqual([9, 0, 0]);
  });

  test("leaves a wallet alone in which nothing may move, and finds it when it is opened again", async () => {
    const wallet = await world.walletWith(ledger(), 10);
    await ledger().post(world.commands.hold(wallet, 4));
    await database.pool.query("UPDATE wallet SET status_id = 4 WHERE id = $1", [wallet.id]);
    clock.advance(31 * 60_000);
    expect(await runReleaseJob(options())).toMatchObject({ wallets: 0, failed: 0 });
    await database.pool.query("UPDATE wallet SET status_id = 1 WHERE id = $1", [wallet.id]);
    expect(await runReleaseJob(options())).toMatchObject({ wallets: 1, failed: 0 });
    expect(await stand(wallet)).toEqual([10, 0, 0]);
  });

  test("comes round by itself", async () => {
    const wallet = await world.walletWith(ledger(), 10);
    await ledger().post(world.commands.hold(wallet, 4));
    clock.advance(31 * 60_000);
    const schedule = startReleaseSchedule({ ...options(), everyMs: 10 });
    await until(async () => (await stand(wallet))[1] === 0);
    await schedule.stop();
  });
});
