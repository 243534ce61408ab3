import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runExpiryJob } from "@/lib/ledger/jobs/expiry";
import { countWrittenOff, restoreWrittenOff } from "@/lib/ledger/jobs/restore";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
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
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);
/** Rewards of START's month lapse at the end of the next one. */
const LAST_DAY = "2026-04-30";
const TODAY = "2026-03-15";
/** A clock 800 days ahead. */
const AHEAD = new Date(START.getTime() + 800 * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
});
beforeEach(async () => {
  clock.set(START);
  // Wallets of the tests before are out of reach.
  await database.owner.query("UPDATE wallet SET status_id = 4 WHERE status_id = 1");
});
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  await till.stop();
  await database.drop();
});

/** The write-off by a clock that is ahead, which is put right afterwards. */
async function writeOffAhead(): Promise<void> {
  clock.set(AHEAD);
  await database.owner.query("DELETE FROM job_run");
  const { systemUserId } = world;
  await runExpiryJob({ pool: database.pool, ledger: till.ledger, clock, systemUserId });
  clock.set(START);
}

const restore = (signal?: AbortSignal) =>
  restoreWrittenOff(database.pool, {
    ...{ ledger: till.ledger, actor: world.actor(), today: TODAY, signal, pageSize: 2 },
  });

async function lotsOf({ id }: TestWallet) {
  const { rows } = await database.pool.query(
    "SELECT expires_on::text AS day, points, lapsed_points AS lapsed, lapsed_from_seq AS seq FROM lot WHERE wallet_id = $1",
    [id],
  );
  return rows.map(({ day, points, lapsed, seq }) => ({
    day,
    points: Number(points),
    lapsed: Number(lapsed),
    seq,
  }));
}

test("points that a clock of the future wrote off come back into their lots, once, however often they are asked for", async () => {
  const wallets = await Promise.all(
    [10, 20, 30, 40, 50].map((points) => world.walletWith(till.ledger, points)),
  );
  await writeOffAhead();
  expect(await countWrittenOff(database.pool, TODAY)).toEqual({ wallets: 5, points: 150 });
  expect(await restore()).toEqual({ restored: 5, refused: 0, points: 150, isWhole: true });
  expect(await Promise.all(wallets.map(lotsOf))).toEqual(
    [10, 20, 30, 40, 50].map((points) => [{ day: LAST_DAY, points, lapsed: 0, seq: null }]),
  );
  expect(await countWrittenOff(database.pool, TODAY)).toEqual({ wallets: 0, points: 0 });
  expect(await restore()).toEqual({ restored: 0, refused: 0, points: 0, isWhole: true });
});

test("points of a wallet that was merged meanwhile come back to its heir, where they lapse on their own day", async () => {
  const [from, to] = [await world.walletWith(till.ledger, 70), await world.walletWith(till.ledger, 5)];
  await writeOffAhead();
  await till.ledger.post(world.commands.transfer(from, to));
  expect(await restore()).toMatchObject({ restored: 2, refused: 0, points: 75 });
  expect(await lotsOf(from)).toEqual([{ day: LAST_DAY, points: 0, lapsed: 0, seq: null }]);
  expect(await lotsOf(to)).toEqual([{ day: LAST_DAY, points: 75, lapsed: 0, seq: null }]);
  await expectSound(database.pool);
  await writeOffAhead();
  expect(await lotsOf(to)).toMatchObject([{ points: 0, lapsed: 75 }]);
});

test("points that came back are spent like all others, and a write-off on their own day stays", async () => {
  const wallet = await world.walletWith(till.ledger, 100);
  await writeOffAhead();
  await restore();
  await till.ledger.post(world.commands.redeem(wallet, 60));
  await writeOffAhead();
  expect(await lotsOf(wallet)).toEqual([{ day: LAST_DAY, points: 0, lapsed: 40, seq: null }]);
  const { entries } = await walletHistory(database.pool, { walletId: wallet.id, limit: 9 });
  expect(entries.map(({ entry }) => [entry.logTypeId, entry.pointsDelta])).toEqual([
    [LOG_TYPE.expiry, -40],
    [LOG_TYPE.redemption, -60],
    [LOG_TYPE.cancellation, 100],
    [LOG_TYPE.expiry, -100],
    [LOG_TYPE.reward, 100],
  ]);
  const { restored } = await restoreWrittenOff(database.pool, {
    ...{ ledger: till.ledger, actor: world.actor(), today: "2026-05-01" },
  });
  expect(restored).toBe(0);
});

test("a stopped act is continued, blocked wallets are left alone, and no till undoes a write-off", async () => {
  const [open, blocked] = [await world.walletWith(till.ledger, 10), await world.walletWith(till.ledger, 20)];
  await writeOffAhead();
  await database.owner.query("UPDATE wallet SET status_id = 4 WHERE id = $1", [blocked.id]);
  const stopped = new AbortController();
  stopped.abort();
  expect(await restore(stopped.signal)).toMatchObject({ restored: 0, isWhole: false });
  const { entries } = await walletHistory(database.pool, { walletId: open.id, limit: 1 });
  await expect(
    till.ledger.post(world.commands.cancel(open, entries[0]?.entry.id ?? 0)),
  ).rejects.toMatchObject({ code: 1414 });
  expect(await restore()).toMatchObject({ restored: 1, points: 10, isWhole: true });
});
