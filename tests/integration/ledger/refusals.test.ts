import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createWorld,
  expectSound,
  START,
  startProcess,
  type TestProcess,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);
/** Rewards of START's month lapse at the end of the next one. */
const AFTER_THE_LAST_DAY = new Date("2026-05-01T10:00:00Z");
const AFTER_THE_REFUND_WINDOW = new Date(START.getTime() + 91 * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
});
beforeEach(() => clock.set(START));
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  await till.stop();
  await database.drop();
});

test("a refusal shows what the wallet can spend, without points that have lapsed and wait to be written off", async () => {
  const { walletCode } = await world.walletWith(till.ledger, 500);
  clock.set(AFTER_THE_LAST_DAY);
  const attempt = till.ledger.post({
    type: "redeem",
    walletCode,
    actor: world.actor(),
    value: 10_00n,
    pin: { kind: "absent" },
  });
  await expect(attempt).rejects.toMatchObject({ code: 1301, details: { wallet: { balance: 0 } } });
});

test("a refused movement takes its receipt number with it: the next number is higher, and no entry is missing", async () => {
  const { walletCode } = await world.walletWith(till.ledger, 100);
  const redeem = (value: bigint) =>
    till.ledger.post({ type: "redeem", walletCode, actor: world.actor(), value, pin: { kind: "absent" } });
  const { entry: before } = await redeem(1_00n);
  await expect(redeem(9_000_00n)).rejects.toMatchObject({ code: 1301 });
  const { entry: after } = await redeem(1_00n);
  expect([after.id - before.id, after.seq - before.seq]).toEqual([2, 1]);
});

test("the merchant's refund window binds every caller, operators included", async () => {
  const { walletCode } = await world.walletWith(till.ledger, 100);
  const actor = world.actor();
  const redeemed = await till.ledger.post({
    type: "redeem",
    walletCode,
    actor,
    value: 40_00n,
    pin: { kind: "absent" },
  });
  const refund = {
    type: "refund",
    walletCode,
    entryId: redeemed.entry.id,
    points: 10,
    actor: { ...actor, merchantId: null },
  } as const;
  await expect(till.ledger.post(refund)).resolves.toMatchObject({ entry: { amount: 10 } });
  clock.set(AFTER_THE_REFUND_WINDOW);
  await expect(till.ledger.post(refund)).rejects.toMatchObject({ code: 1406 });
});

test("an entry of another wallet is not found, also where that wallet is in the same batch", async () => {
  const [mine, other] = [await world.walletWith(till.ledger, 100), await world.walletWith(till.ledger, 100)];
  const actor = world.actor();
  const spend = {
    type: "redeem",
    walletCode: other.walletCode,
    actor,
    value: 10_00n,
    pin: { kind: "absent" },
  } as const;
  const { entry } = await till.ledger.post(spend);
  const [refunded, spent] = await Promise.allSettled([
    till.ledger.post({ type: "refund", walletCode: mine.walletCode, entryId: entry.id, points: 10, actor }),
    till.ledger.post(spend),
  ]);
  expect(refunded).toMatchObject({ status: "rejected", reason: { code: 1401 } });
  expect(spent).toMatchObject({ status: "fulfilled", value: { entry: { amount: 10 } } });
});
