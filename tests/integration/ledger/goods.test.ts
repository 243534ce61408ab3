import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { Findings } from "@/lib/ledger/verify/findings";
import { checkBills } from "@/lib/ledger/with/bills/verify";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  attempt,
  createWorld,
  expectSound,
  joinFamily,
  reference,
  startProcess,
  type TestProcess,
  type TestWallet,
  tally,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
let wallet: TestWallet;
let coupon: string;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  // Bills earn by what is left to pay.
  await database.pool.query("UPDATE programme SET earned_on = 'rest'");
  till = startProcess(database.url);
});
afterAll(async () => {
  await expectSound(database.pool);
  await till.stop();
  await database.drop();
});
beforeEach(async () => {
  wallet = await world.walletWith(till.ledger, 200);
});

const post = (...of: Parameters<TestProcess["ledger"]["post"]>) => till.ledger.post(...of);

/** Goods of 260: a coupon takes 50 off, points pay 120, and 90 is paid in money. */
async function aBill(of = wallet): Promise<number> {
  const template = await createTemplate(database.pool, { discount_type: 2, discount: 50 });
  coupon = await createCoupon(database.pool, template, of.id);
  const settled = world.commands.settle(of, 260, { coupons: [coupon], redeem: 120 });
  return (await post(settled)).entry.id;
}

async function standing({ id } = wallet) {
  const { rows } = await database.pool.query(
    "SELECT last_seq, balance::int, accumulated::int, redeemed::int FROM wallet WHERE id = $1",
    [id],
  );
  return rows[0];
}

/** Kind, points and money of a wallet's entries after one, oldest first. */
async function movedSince(entryId: number, { id } = wallet) {
  const { rows } = await database.pool.query(
    "SELECT log_type_id, amount::int, (amount_value + amount_hundredths / 100.0)::float AS value FROM entry WHERE wallet_id = $1 AND id > $2 ORDER BY id",
    [id, entryId],
  );
  return rows.map(({ log_type_id, amount, value }) => [log_type_id, amount, value]);
}

/** The code of a command that must change nothing. */
async function refused(command: Parameters<typeof post>[0]) {
  const before = await standing();
  const error = await post(command).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isDomainError(error)) throw error ?? new Error("It was carried out");
  expect(await standing()).toEqual(before);
  return { code: error.code, ...error.params };
}

describe("goods of a settled bill", () => {
  test("come back in parts as the bill was paid: points to their lots, the reward's part, and nothing of the coupon", async () => {
    const bill = await aBill();
    expect(await standing()).toMatchObject({ balance: 170, accumulated: 290, redeemed: 120 });
    const half = world.commands.takeBack(wallet, bill, { value: 130 });
    const quoted = await till.ledger.quote(half);
    const { goods, entry } = await post(half);
    for (const shown of [goods, quoted.goods])
      expect(shown).toMatchObject({ billId: bill, value: 130_00n, billValue: 260_00n, left: 130_00n });
    expect([quoted.goods?.refund?.amount, quoted.entry.amount]).toEqual([60, 45]);
    expect(await movedSince(bill)).toEqual([
      [3, 60, 60],
      [11, 45, 45],
    ]);
    expect(await standing()).toMatchObject({ balance: 185, accumulated: 245, redeemed: 60 });
    expect(await refused(world.commands.cancel(wallet, bill))).toMatchObject({ code: 1413 });
    expect(await refused(world.commands.takeBack(wallet, bill, { value: 130.03 }))).toMatchObject({
      ...{ code: 1404, remainingValue: 130 },
    });
    await post(world.commands.takeBack(wallet, bill));
    expect(await movedSince(entry.id)).toEqual([
      [3, 60, 60],
      [11, 45, 45],
    ]);
    expect(await standing()).toMatchObject({ balance: 200, accumulated: 200, redeemed: 0 });
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used" });
    expect(await refused(world.commands.takeBack(wallet, bill, { value: 1 }))).toMatchObject({ code: 1403 });
  });

  test("give nothing back where a coupon paid all of it, and only points where they paid all", async () => {
    const template = await createTemplate(database.pool, { discount_type: 2, discount: 500 });
    const number = await createCoupon(database.pool, template, wallet.id);
    const free = (await post(world.commands.settle(wallet, 120, { coupons: [number] }))).entry.id;
    await post(world.commands.takeBack(wallet, free, { value: 50 }));
    await post(world.commands.takeBack(wallet, free));
    expect(await movedSince(free)).toEqual([
      [11, 0, 0],
      [11, 0, 0],
    ]);
    const paid = (await post(world.commands.settle(wallet, 100, { redeem: 100 }))).entry.id;
    for (const value of [33.33, 33.33, 33.34]) await post(world.commands.takeBack(wallet, paid, { value }));
    expect(await movedSince(paid)).toEqual([
      [3, 34, 33.33],
      [11, 0, 0],
      [3, 33, 33.33],
      [11, 0, 0],
      [3, 33, 33.34],
      [11, 0, 0],
    ]);
    expect(await standing()).toMatchObject({ balance: 200, accumulated: 200, redeemed: 0 });
  });

  test("are answered again whole, once under their reference, and as they were then", async () => {
    const bill = await aBill();
    const command = world.commands.takeBack(wallet, bill, { value: 130, reference: reference("goods") });
    const attempts = await Promise.all([1, 2, 3, 4].map(() => attempt(post(command))));
    expect(tally(attempts)).toEqual({ posted: 1, replayed: 3 });
    await post(world.commands.takeBack(wallet, bill, { value: 100 }));
    const { replayed, goods, entry } = await post(command);
    expect([replayed, entry.amount, goods?.refund?.amount, goods?.left]).toEqual([true, 45, 60, 130_00n]);
  });

  test("are no more than the bill where two tills take them back at once", async () => {
    const bill = await aBill();
    const back = () => attempt(post(world.commands.takeBack(wallet, bill, { value: 200 })));
    expect(tally(await Promise.all([back(), back()]))).toEqual({ posted: 1, 1404: 1 });
    expect(await movedSince(bill)).toHaveLength(2);
  });

  test("are what its payment comes back with, not alone", async () => {
    const bill = await aBill();
    expect(await refused(world.commands.refund(wallet, bill - 1, { value: 10 }))).toEqual({
      ...{ code: 1402, billId: bill },
    });
  });

  test("go out again whole when their return is undone, and can come back", async () => {
    const bill = await aBill();
    const before = await standing();
    const key = reference("undone");
    const { entry } = await post(world.commands.takeBack(wallet, bill, { value: 130, reference: key }));
    expect(await refused(world.commands.cancel(wallet, entry.id - 1))).toMatchObject({ code: 1414 });
    await post(world.commands.cancel(wallet, key.key));
    expect(await standing()).toEqual({ ...before, last_seq: before.last_seq + 4 });
    await post(world.commands.takeBack(wallet, bill));
    expect(await standing()).toMatchObject({ balance: 200, accumulated: 200, redeemed: 0 });
  });

  test("come back to the pool that a child paid from, and to the wallet into which theirs was merged", async () => {
    const child = await world.wallet();
    await joinFamily(database.pool, child, wallet);
    const ofChild = await aBill(child);
    await post(world.commands.takeBack(child, ofChild, { value: 130 }));
    expect(await standing()).toMatchObject({ balance: 185, accumulated: 245, redeemed: 60 });
    const [old, heir] = [await world.walletWith(till.ledger, 200), await world.wallet()];
    const merged = await aBill(old);
    await post(world.commands.transfer(old, heir));
    const { entry } = await post(world.commands.takeBack(heir, merged, { value: 130 }));
    expect(await standing(heir)).toMatchObject({ balance: 185, accumulated: 245, redeemed: 60 });
    await post(world.commands.cancel(heir, entry.id));
    await post(world.commands.takeBack(old, merged));
    expect(await standing(heir)).toMatchObject({ balance: 200, accumulated: 200, redeemed: 0 });
  });
});

test("goods that were forged, changed or taken away are found", async () => {
  const bill = await aBill();
  const { entry } = await post(world.commands.takeBack(wallet, bill, { value: 130 }));
  const later = await post(world.commands.takeBack(wallet, bill, { value: 65 }));
  const plain = await post(world.commands.reward(wallet, 10));
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const found = async (...statements: string[]) => {
    await admin.query("BEGIN; SET LOCAL session_replication_role = replica");
    for (const statement of statements) await admin.query(statement);
    const findings = new Findings(10);
    await checkBills(admin, findings);
    await admin.query("ROLLBACK");
    return findings.first.map(({ found: said }) => said);
  };
  expect(
    await found(`INSERT INTO bill_return VALUES (${plain.entry.id}, ${wallet.id}, ${bill}, NULL, 100)`),
  ).toEqual([`goods of 100 of bill ${bill}`]);
  expect(await found(`UPDATE bill_return SET hundredths = 7000 WHERE id = ${later.entry.id}`)).toEqual([
    `goods of 7000 of bill ${bill}`,
  ]);
  expect(await found(`DELETE FROM bill_return WHERE id = ${entry.id}`)).toEqual([
    `goods of 6500 of bill ${bill}`,
  ]);
  await admin.end();
});
