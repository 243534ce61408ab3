import { afterAll, beforeAll, expect, test } from "vitest";
import { readHomeDays } from "@/lib/areas/home/days";
import { lookAtDay } from "@/lib/areas/radar/radar";
import { readRollForward } from "@/lib/areas/reports/outstanding";
import { readReport } from "@/lib/areas/reports/read";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { readSettlement } from "@/lib/areas/reports/settlement";
import { MEASURES, measured } from "@/lib/areas/reports/words";
import { branchTotals } from "@/lib/log/branch-totals";
import { lookAlikes } from "@/lib/log/history";
import { givenByPromotions } from "@/lib/log/promotion-trials";
import { ManualClock } from "@/lib/platform/clock";
import { moneyOf } from "@/lib/platform/money";
import { startOfDayAfter } from "@/lib/platform/time";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  type Commands,
  commandsOf,
  createBranch,
  createMerchant,
  createPromotion,
  createWorld,
  expectSound,
  startProcess,
  type TestBranch,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";

const ZONE = "Africa/Cairo";
const [FIRST, SECOND] = ["2026-06-09", "2026-06-10"] as const;
const at = (day: string, minute = 0) => new Date(Date.parse(`${day}T11:00:00Z`) + minute * 60_000);
const endOf = (day: string) => startOfDayAfter(day, ZONE).toISOString();
const clock = new ManualClock(at(FIRST));

let database: TestDatabase;
let world: World;
let till: TestProcess;
let other: { merchantId: number; branch: TestBranch; commands: Commands };
let promotionId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  await database.pool.query("UPDATE programme SET earned_on = 'rest'");
  const merchantId = await createMerchant(database.pool);
  const branch = await createBranch(database.pool, merchantId);
  const actor = world.actor({ merchantId, branchId: branch.id, branchMsisdn: branch.msisdn });
  other = { merchantId, branch, commands: commandsOf(actor) };
  ({ id: promotionId } = await createPromotion(database.pool, { rule: { points: 5, minHundredths: 50_00 } }));
  till = startProcess(database.url, { clock });
  await trade();
  for (;;) {
    const outcome = await rollUpNextPart({ pool: database.pool, clock });
    if (outcome.kind === "done" && !outcome.isBehind) break;
  }
});
afterAll(async () => {
  await expectSound(database.pool);
  await till.stop();
  await database.drop();
});

/**
 * Two customers with 400 points each. On the first day a bill of 260.50 at the one merchant and one of 80.25 at the other; on the second one
 * that is undone, and two alike within a minute.
 */
async function trade(): Promise<void> {
  const { post } = till.ledger;
  const off50 = await createTemplate(database.pool, { discount_type: 2, discount: 50 });
  const tenth = await createTemplate(database.pool, { discount_type: 1, discount: 10, worth: 15 });
  const [one, two] = [await world.wallet(), await world.wallet()];
  const coupon = (template: typeof off50, { id }: TestWallet) => createCoupon(database.pool, template, id);
  const { commands } = world;
  for (const wallet of [one, two]) await post(commands.reward(wallet, 395));
  clock.set(at(FIRST, 10));
  await post(commands.settle(one, 260.5, { coupons: [await coupon(off50, one)], redeem: 120 }));
  await post(other.commands.settle(two, 80.25, { coupons: [await coupon(tenth, two)], redeem: "max" }));
  clock.set(at(SECOND));
  const coupons = [await coupon(off50, one), await coupon(tenth, one)];
  const undone = await post(other.commands.settle(one, 99.99, { coupons, redeem: 20 }));
  await post(other.commands.cancel(one, undone.entry.id));
  for (const seconds of [0, 20]) {
    clock.set(new Date(at(SECOND, 30).getTime() + seconds * 1_000));
    await post(commands.settle(one, 30, { redeem: 10 }));
  }
}

const scope = (day: string, merchantId: number | null) => ({
  ...{ from: day, to: day, merchantId, branchId: null },
});
const figuresOf = async (day: string, merchantId: number | null) => {
  const { kinds, activeWallets } = await readReport(database.pool, scope(day, merchantId));
  const told = MEASURES.map(({ key }) => [key, measured(kinds, key)] as const);
  return { activeWallets, ...Object.fromEntries(told.filter(([, { entries }]) => entries > 0)) };
};

test("a bill is one reward and one redemption, for what each of them stands for", async () => {
  expect(await figuresOf(FIRST, world.merchantId)).toEqual({
    activeWallets: 2,
    // 400 each, then 260.50 less 50 by the coupon and 120 by points: 90 points, and 5 of the promotion.
    issued: { entries: 3, points: 895, value: 880.5 },
    redeemed: { entries: 1, points: 120, value: 120 },
  });
  expect(await figuresOf(FIRST, other.merchantId)).toEqual({
    activeWallets: 1,
    // 80.25 less 8.02: all of the rest is paid with points.
    issued: { entries: 1, points: 0, value: 0 },
    redeemed: { entries: 1, points: 73, value: 72.23 },
  });
  expect(await figuresOf(SECOND, other.merchantId)).toEqual({
    activeWallets: 1,
    issued: { entries: 1, points: 25, value: 25 },
    redeemed: { entries: 1, points: 20, value: 20 },
    cancelledRewards: { entries: 1, points: 25, value: 25 },
    cancelledRedemptions: { entries: 1, points: 20, value: 20 },
  });
});

test("every bill is its coupons, its points and its reward, to the last piastre of the reports", async () => {
  const { rows } = await database.pool.query<Record<"bills" | "value" | "off", string>>(
    "SELECT count(*) AS bills, sum(hundredths) AS value, sum(off_hundredths) AS off FROM bill",
  );
  const days = await Promise.all([FIRST, SECOND].map((day) => readReport(database.pool, scope(day, null))));
  const sum = (key: "issued" | "redeemed") =>
    days.reduce((total, { kinds }) => total + moneyOf(measured(kinds, key).value), 0n);
  const first = moneyOf(2 * 395);
  expect(rows[0]).toMatchObject({ bills: "5" });
  expect(sum("issued") - first + sum("redeemed") + BigInt(rows[0]?.off ?? 0)).toBe(
    BigInt(rows[0]?.value ?? 0),
  );
});

test("roll-forward and settlement come to the points of the wallets", async () => {
  const { rows } = await database.pool.query<{ points: number }>(
    "SELECT sum(balance + suspended)::int AS points FROM wallet",
  );
  const points = rows[0]?.points;
  const range = { from: FIRST, to: SECOND };
  const options = { today: SECOND, endOf };
  const forward = await readRollForward(database.pool, range, options);
  expect(forward).toMatchObject({ isEqual: true, opening: { points: 0 }, closing: { points } });
  const merchants = await readSettlement(database.pool, range, options);
  expect(merchants.reduce((sum, { closing }) => sum + closing.points, 0)).toBe(points);
  const foreign = merchants.find(({ merchantId }) => merchantId === other.merchantId);
  expect(foreign).toMatchObject({ granted: { points: 0 }, paid: { points: -73 } });
});

test("home, the till's day and promotions count a bill once", async () => {
  const branchIds = [world.branch.id, other.branch.id];
  const { now, days } = await readHomeDays(
    { reports: database.pool, log: database.pool },
    { merchantId: null, branchIds, now: at(SECOND, 60), zone: ZONE },
  );
  expect(now).toEqual({ rewards: 3, redemptions: 3, value: moneyOf(65), customers: 1 });
  expect(days.find(({ day }) => day === FIRST)).toMatchObject({ rewards: 4, redemptions: 2, customers: 2 });
  const stretch = { from: at(SECOND, -60), until: at(SECOND, 60) };
  const totals = await branchTotals(database.pool, { branchIds: [other.branch.id], ...stretch });
  expect(
    totals.map(({ logTypeId, cancelledLogTypeId, entries }) => [logTypeId, cancelledLogTypeId, entries]),
  ).toEqual([
    [1, null, 1],
    [2, null, 1],
    [4, 1, 1],
    [4, 2, 1],
  ]);
  const given = await givenByPromotions(database.pool, [promotionId], null);
  expect(given.get(promotionId)).toEqual({ points: 15, rewards: 3, hundredths: 880_50 });
});

test("what may be one sale sent twice is told once, and so is a bill that is undone", async () => {
  const stretch = { from: at(SECOND, -60), until: at(SECOND, 60) };
  const alike = await lookAlikes(database.pool, { branchId: world.branch.id, limit: 10, ...stretch });
  expect(alike.groups.map(({ count, entries }) => [count, entries[0]?.entry.logTypeId])).toEqual([[2, 2]]);

  await database.pool.query(
    "INSERT INTO staff_number (user_id, msisdn, created_by, created_at) SELECT $1, contact_msisdn, $1, now() FROM wallet",
    [world.userId],
  );
  await lookAtDay({ pool: database.pool, log: database.pool, clock, zone: ZONE }, { day: SECOND });
  const { rows } = await database.pool.query(
    "SELECT rewards, redemptions, cancellations, counts -> 'reversals' AS reversals, counts -> 'own_number' AS own FROM radar_day WHERE branch_id = $1 AND day = $2",
    [other.branch.id, SECOND],
  );
  expect(rows).toEqual([{ rewards: 1, redemptions: 1, cancellations: 1, reversals: 1, own: 1 }]);
});
