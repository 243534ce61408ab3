import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ExpiryJobOptions,
  type ExpiryRun,
  runExpiryJob,
  startExpirySchedule,
} from "@/lib/ledger/jobs/expiry";
import { DomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { walletHistory } from "@/lib/log/history";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createWorld,
  expectSound,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  until,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);
/** Rewards of START's month lapse at the end of the next one. */
const LAST_DAY = "2026-04-30";
const DAY_AFTER = new Date("2026-05-01T10:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
});
beforeEach(async () => {
  clock.set(START);
  await database.owner.query("DELETE FROM job_run");
});
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  await till.stop();
  await database.drop();
});

function options(more: Partial<ExpiryJobOptions> = {}): ExpiryJobOptions {
  const { systemUserId } = world;
  return { pool: database.pool, ledger: till.ledger, clock, systemUserId, ...more };
}

async function walletsWith(points: number, count: number): Promise<TestWallet[]> {
  return Promise.all(Array.from({ length: count }, () => world.walletWith(till.ledger, points)));
}

async function balances(wallets: readonly TestWallet[]): Promise<number[]> {
  // As they are stored: readers leave out what has lapsed, written off or not.
  const { rows } = await database.pool.query<{ id: string; balance: string }>(
    "SELECT id, balance FROM wallet WHERE id = ANY ($1::bigint[])",
    [wallets.map(({ id }) => id)],
  );
  return wallets.map(({ id }) => Number(rows.find((row) => Number(row.id) === id)?.balance));
}

async function record() {
  const { rows } = await database.pool.query(
    "SELECT completed_on::text, started_at, finished_at, detail FROM job_run WHERE name = 'expiry'",
  );
  return rows[0];
}

const done = (day: string, wallets: number, refused = 0): ExpiryRun => ({
  kind: "completed",
  day,
  wallets,
  refused,
  failed: 0,
  failure: null,
});

/** A ledger that lets `count` wallets through and then calls `then`. */
function ledgerThatStops(count: number, then: () => void): ExpiryJobOptions["ledger"] {
  let left = count;
  return {
    expire: async (command) => {
      const posted = await till.ledger.expire(command);
      left -= 1;
      if (left === 0) then();
      return posted;
    },
  };
}

describe("the expiry job", () => {
  test("writes off what lapsed, in the system's name, and nothing on the last day itself", async () => {
    const wallets = await walletsWith(100, 3);
    clock.set(new Date("2026-04-30T20:59:59Z"));
    expect(await runExpiryJob(options())).toEqual(done(LAST_DAY, 0));
    expect(await balances(wallets)).toEqual([100, 100, 100]);

    // Midnight in Cairo, where the clocks went forward a week before: three hours ahead of UTC.
    clock.set(new Date("2026-04-30T21:00:00Z"));
    expect(await runExpiryJob(options({ pageSize: 2, concurrency: 2 }))).toEqual(done("2026-05-01", 3));
    expect(await balances(wallets)).toEqual([0, 0, 0]);
    const { entries } = await walletHistory(database.pool, { walletId: wallets[0]?.id ?? 0 });
    expect(entries).toMatchObject([
      {
        entry: {
          logTypeId: LOG_TYPE.expiry,
          amount: 100,
          expiresOn: LAST_DAY,
          userId: world.systemUserId,
          channelId: CHANNEL.system,
          branchId: null,
          externalLogId: "",
        },
      },
      { isExpired: true },
    ]);
    expect(await record()).toMatchObject({
      completed_on: "2026-05-01",
      finished_at: clock.now(),
      detail: { wallets: 3, refused: 0, failed: 0, isInterrupted: false },
    });
  });

  test("changes nothing the second time", async () => {
    const wallets = await walletsWith(100, 3);
    clock.set(DAY_AFTER);
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 3));
    const { rows: before } = await database.pool.query("SELECT count(*) FROM entry");
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 0));
    await database.owner.query("DELETE FROM job_run");
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 0));
    expect((await database.pool.query("SELECT count(*) FROM entry")).rows).toEqual(before);
    expect(await balances(wallets)).toEqual([0, 0, 0]);
  });

  test("writes off all lapsed lots of a wallet that was unused for months, one entry a lot", async () => {
    const [wallet] = await walletsWith(100, 1);
    if (wallet === undefined) throw new Error("No wallet");
    clock.set(new Date("2026-04-10T10:00:00Z"));
    await till.ledger.post(world.commands.reward(wallet, 50));
    clock.set(new Date("2026-09-10T10:00:00Z"));
    expect(await runExpiryJob(options({ pageSize: 1 }))).toEqual(done("2026-09-10", 1));
    const { entries } = await walletHistory(database.pool, { walletId: wallet.id });
    expect(entries.map(({ entry }) => [entry.logTypeId, entry.amount])).toEqual([
      [LOG_TYPE.expiry, 50],
      [LOG_TYPE.expiry, 100],
      [LOG_TYPE.reward, 50],
      [LOG_TYPE.reward, 100],
    ]);
  });

  test("that is stopped keeps what it did, does not count as done, and is finished by the next", async () => {
    const wallets = await walletsWith(100, 20);
    clock.set(DAY_AFTER);
    const stop = new AbortController();
    const ledger = ledgerThatStops(7, () => stop.abort());
    const run = await runExpiryJob(options({ ledger, signal: stop.signal, concurrency: 1 }));
    expect(run).toEqual({ ...done("2026-05-01", 7), kind: "interrupted" });
    expect((await balances(wallets)).filter((balance) => balance === 0)).toHaveLength(7);
    expect(await record()).toMatchObject({ completed_on: null, detail: { isInterrupted: true } });

    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 13));
    expect((await balances(wallets)).every((balance) => balance === 0)).toBe(true);
  });

  test("that loses its database half way is finished by the next", async () => {
    await walletsWith(100, 10);
    clock.set(DAY_AFTER);
    const unavailable: ExpiryJobOptions["ledger"] = {
      expire: () => Promise.reject(new DomainError(1902)),
    };
    await expect(runExpiryJob(options({ ledger: unavailable }))).rejects.toMatchObject({ code: 1902 });
    expect(await record()).toMatchObject({ completed_on: null, finished_at: null });
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 10));
  });

  test("goes on past a wallet that fails for a reason of its own, and says so", async () => {
    const wallets = await walletsWith(100, 5);
    clock.set(DAY_AFTER);
    const broken = new Error("broken");
    const ledger: ExpiryJobOptions["ledger"] = {
      expire: (command) =>
        command.walletCode === wallets[2]?.walletCode ? Promise.reject(broken) : till.ledger.expire(command),
    };
    expect(await runExpiryJob(options({ ledger }))).toEqual({
      ...done("2026-05-01", 4),
      failed: 1,
      failure: broken,
    });
    expect(await balances(wallets)).toEqual([0, 0, 100, 0, 0]);
    clock.advance(86_400_000);
    expect(await runExpiryJob(options())).toEqual(done("2026-05-02", 1));
  });

  test("leaves wallets alone in which nothing may move, and finds them once they are open again", async () => {
    const wallets = await walletsWith(100, 3);
    const blocked = wallets[0]?.id;
    const setStatus = (status: number) =>
      database.pool.query("UPDATE wallet SET status_id = $2 WHERE id = $1", [blocked, status]);
    await setStatus(4);
    clock.set(DAY_AFTER);
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 2, 1));
    await setStatus(1);
    clock.set(new Date("2026-05-20T10:00:00Z"));
    await runExpiryJob(options());
    clock.set(new Date("2026-06-01T10:00:00Z"));
    await runExpiryJob(options());
    expect(await balances(wallets)).toEqual([0, 0, 0]);
  });

  test("is done by one of two processes; the other finds it busy", async () => {
    const wallets = await walletsWith(100, 20);
    clock.set(DAY_AFTER);
    let other: ExpiryRun | undefined;
    const ledger: ExpiryJobOptions["ledger"] = {
      expire: async (command) => {
        other ??= await runExpiryJob(options());
        return till.ledger.expire(command);
      },
    };
    expect(await runExpiryJob(options({ ledger, concurrency: 1 }))).toEqual(done("2026-05-01", 20));
    expect(other).toEqual({ kind: "busy" });
    expect((await balances(wallets)).every((balance) => balance === 0)).toBe(true);
    expect(await runExpiryJob(options())).toMatchObject({ kind: "completed" });
  });

  test("writes nothing twice even when two work at once, beside tills that move the same points", async () => {
    const wallets = await walletsWith(100, 30);
    clock.set(DAY_AFTER);
    const second = startProcess(database.url, { clock });
    const actor = world.actor({ merchantId: null, branchId: null, branchMsisdn: null });
    const sweepWithoutLock = () =>
      Promise.all(
        wallets.map(({ walletCode }) => second.ledger.expire({ type: "expire", walletCode, actor })),
      );
    const earn = () =>
      Promise.all(wallets.map((wallet) => second.ledger.post(world.commands.reward(wallet, 1))));
    const [run, expired] = await Promise.all([runExpiryJob(options()), sweepWithoutLock(), earn()]);
    await second.stop();
    expect(run).toMatchObject({ kind: "completed", failed: 0 });
    expect(expired).toHaveLength(30);
    expect(await balances(wallets)).toEqual(wallets.map(() => 1));
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS expiries FROM entry WHERE log_type_id = 5 AND wallet_id = ANY ($1)",
      [wallets.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ expiries: 30 }]);
  });

  test("gives its lock back when it fails", async () => {
    const failing = options({ ledger: { expire: () => Promise.reject(new DomainError(1902)) } });
    await walletsWith(1, 1);
    clock.set(DAY_AFTER);
    await expect(runExpiryJob(failing)).rejects.toMatchObject({ code: 1902 });
    expect(await runExpiryJob(options())).toMatchObject({ kind: "completed" });
  });
});

describe("the schedule", () => {
  let schedule: ReturnType<typeof startExpirySchedule> | undefined;
  const runs: ExpiryRun[] = [];
  const errors: unknown[] = [];

  function start(more: Partial<Parameters<typeof startExpirySchedule>[0]> = {}) {
    const { signal: _, ...job } = options();
    schedule = startExpirySchedule({
      ...job,
      checkEveryMs: 60_000_000,
      onRun: (run) => runs.push(run),
      onError: (error) => errors.push(error),
      ...more,
    });
    return schedule;
  }

  afterEach(async () => {
    await schedule?.stop();
    runs.length = 0;
    expect(errors.splice(0)).toEqual([]);
  });

  const checkAt = (when: string) => {
    clock.set(new Date(when));
    return (schedule ?? start()).run();
  };

  test("runs the job by itself when it starts, once a day, shortly after midnight in the programme's zone", async () => {
    clock.set(new Date("2026-06-10T10:00:00Z"));
    start();
    await until(() => runs.length > 0);
    expect(runs).toEqual([done("2026-06-10", 0)]);
    expect(await checkAt("2026-06-10T20:59:00Z")).toBeNull();
    // 00:04 in Cairo; then 00:05.
    expect(await checkAt("2026-06-10T21:04:59Z")).toBeNull();
    expect(await checkAt("2026-06-10T21:05:00Z")).toEqual(done("2026-06-11", 0));
    expect(await checkAt("2026-06-11T10:00:00Z")).toBeNull();
    // Nothing ran for days: the machine slept.
    expect(await checkAt("2026-06-20T10:00:00Z")).toEqual(done("2026-06-20", 0));
  });

  test("is not held up by a clock that was years ahead for a while", async () => {
    clock.set(new Date("2026-06-10T10:00:00Z"));
    await start().run();
    expect(await checkAt("2031-06-10T10:00:00Z")).toMatchObject({ kind: "completed", day: "2031-06-10" });
    expect(await checkAt("2026-06-11T10:00:00Z")).toEqual(done("2026-06-11", 0));
    expect(await checkAt("2026-06-11T11:00:00Z")).toBeNull();
    // A few minutes back over midnight repeat nothing.
    expect(await checkAt("2026-06-10T20:50:00Z")).toBeNull();
  });

  test("checks again and again, and tells of failures without giving up", async () => {
    clock.set(new Date("2026-07-01T10:00:00Z"));
    await walletsWith(10, 1);
    clock.set(new Date("2026-09-01T10:00:00Z"));
    let isDown = true;
    const ledger: ExpiryJobOptions["ledger"] = {
      expire: (command) => (isDown ? Promise.reject(new DomainError(1902)) : till.ledger.expire(command)),
    };
    start({ ledger, checkEveryMs: 1 });
    await until(() => errors.length >= 2);
    isDown = false;
    await until(() => runs.length > 0);
    expect(runs).toEqual([done("2026-09-01", 1)]);
    expect(errors.splice(0).every((error) => error instanceof DomainError)).toBe(true);
  });

  test("stops between two wallets and starts nothing after", async () => {
    const wallets = await walletsWith(100, 10);
    clock.set(DAY_AFTER);
    let stopped: Promise<void> | undefined;
    const ledger = ledgerThatStops(3, () => {
      stopped = schedule?.stop();
    });
    start({ ledger, concurrency: 1 });
    await until(() => stopped !== undefined);
    await stopped;
    expect((await balances(wallets)).filter((balance) => balance === 0)).toHaveLength(3);
    expect(await schedule?.run()).toBeNull();
    expect(await runExpiryJob(options())).toEqual(done("2026-05-01", 7));
  });
});
