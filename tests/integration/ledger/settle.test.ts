import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { moneyOf } from "@/lib/platform/money";
import { couponRow, createCoupon, createTemplate, type TestTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  attempt,
  createBranch,
  createMerchant,
  createUser,
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
let off50: TestTemplate;
let tenth: TestTemplate;
let wallet: TestWallet;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { repeated_invoices: "refused" });
  // Bills earn by what is left to pay.
  await database.pool.query("UPDATE programme SET earned_on = 'rest'");
  till = startProcess(database.url);
  off50 = await createTemplate(database.pool, { discount_type: 2, discount: 50, min_bill: 100 });
  tenth = await createTemplate(database.pool, { discount_type: 1, discount: 10, worth: 15 });
});
afterAll(async () => {
  await expectSound(database.pool);
  await till.stop();
  await database.drop();
});
beforeEach(async () => {
  wallet = await world.walletWith(till.ledger, 200);
});

const { post, quote } = {
  post: (...of: Parameters<TestProcess["ledger"]["post"]>) => till.ledger.post(...of),
  quote: (...of: Parameters<TestProcess["ledger"]["quote"]>) => till.ledger.quote(...of),
};
const named = (content?: unknown) => {
  keys += 1;
  return reference(`settle ${keys}`, content);
};
const shown = ({ bill, entry, wallet: { balance } }: PostedEntry) => ({
  off: bill?.coupons.map(({ off }) => off),
  paid: bill?.redemption?.amountValue ?? null,
  rewarded: entry.amountValue,
  points: entry.amount,
  balance,
});

/** How much the wallet's log has, and how its balance stands. */
async function standing() {
  const { rows } = await database.pool.query(
    "SELECT last_seq, balance::int, accumulated::int, redeemed::int FROM wallet WHERE id = $1",
    [wallet.id],
  );
  return rows[0];
}

async function refused(command: Parameters<typeof post>[0]) {
  const before = await standing();
  const error = await post(command).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isDomainError(error)) throw error ?? new Error("It was carried out");
  expect(await standing()).toEqual(before);
  const { part, couponNumber } = error.details;
  return { code: error.code, part, couponNumber, ...error.params };
}

describe("a settled bill", () => {
  test("is its coupon, its points and the reward of what is left, together", async () => {
    const coupon = await createCoupon(database.pool, off50, wallet.id);
    const posted = await post(world.commands.settle(wallet, 260, { coupons: [coupon], redeem: 120 }));
    expect(shown(posted)).toEqual({
      off: [moneyOf(50)],
      paid: moneyOf(120),
      rewarded: moneyOf(90),
      points: 90,
      balance: 170,
    });
    expect(posted.entry.comment).toContain("120 of 210");
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used", uses: 1 });
  });

  test("earns as a whole where the programme says so, but for what coupons took off", async () => {
    await database.pool.query("UPDATE programme SET earned_on = 'bill'");
    const coupon = await createCoupon(database.pool, off50, wallet.id);
    const posted = await post(world.commands.settle(wallet, 260, { coupons: [coupon], redeem: 120 }));
    await database.pool.query("UPDATE programme SET earned_on = 'rest'");
    expect(shown(posted)).toMatchObject({ paid: moneyOf(120), rewarded: moneyOf(210), points: 210 });
  });

  test("takes a percentage up to its worth of what coupons before it left", async () => {
    const coupons = [
      await createCoupon(database.pool, off50, wallet.id),
      await createCoupon(database.pool, tenth, wallet.id),
    ];
    const small = await quote(world.commands.settle(wallet, 150, { coupons }));
    expect(shown(small)).toMatchObject({ off: [moneyOf(50), moneyOf(10)], rewarded: moneyOf(90) });
    const large = await quote(world.commands.settle(wallet, 1_000, { coupons }));
    expect(shown(large)).toMatchObject({ off: [moneyOf(50), moneyOf(15)], rewarded: moneyOf(935) });
  });

  test("takes nothing off for a coupon of an item, which the till gives", async () => {
    const item = await createTemplate(database.pool);
    const coupon = await createCoupon(database.pool, item, wallet.id);
    const posted = await post(world.commands.settle(wallet, 40, { coupons: [coupon] }));
    expect(shown(posted)).toMatchObject({ off: [0n], rewarded: moneyOf(40) });
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used" });
  });

  test("is paid by as many points as there are, or as are needed, where the most is asked for", async () => {
    expect(shown(await quote(world.commands.settle(wallet, 260, { redeem: "max" })))).toMatchObject({
      paid: moneyOf(200),
      rewarded: moneyOf(60),
    });
    expect(shown(await quote(world.commands.settle(wallet, 80.5, { redeem: "max" })))).toMatchObject({
      paid: moneyOf(80.5),
      points: 0,
    });
    const poor = await world.wallet();
    expect(shown(await post(world.commands.settle(poor, 80, { redeem: "max" })))).toMatchObject({
      paid: null,
      points: 80,
    });
  });

  test("of nothing after its coupons is recorded, and earns nothing", async () => {
    const great = await createTemplate(database.pool, { discount_type: 2, discount: 500 });
    const coupon = await createCoupon(database.pool, great, wallet.id);
    const command = world.commands.settle(wallet, 120, { coupons: [coupon] });
    expect(await refused({ ...command, redeem: moneyOf(1) })).toMatchObject({ code: 1002, part: "points" });
    expect(shown(await post({ ...command, redeem: "max" }))).toEqual({
      off: [moneyOf(120)],
      paid: null,
      rewarded: 0n,
      points: 0,
      balance: 200,
    });
  });

  test("is answered again whole, once under its reference", async () => {
    const coupon = await createCoupon(database.pool, off50, wallet.id);
    const command = world.commands.settle(wallet, 260, {
      coupons: [coupon],
      redeem: 120,
      reference: named(),
    });
    const attempts = await Promise.all([1, 2, 3, 4].map(() => attempt(post(command))));
    expect(tally(attempts)).toEqual({ posted: 1, replayed: 3 });
    const first = await quote(command);
    expect(first.replayed).toBe(true);
    expect(shown(first)).toEqual({
      off: [moneyOf(50)],
      paid: moneyOf(120),
      rewarded: moneyOf(90),
      points: 90,
      balance: 170,
    });
    expect(
      await refused({
        ...command,
        reference: { ...command.reference, requestHash: reference("other").requestHash } as never,
      }),
    ).toMatchObject({ code: 1501 });
  });

  test("counts once for a promotion, which sees what is left", async () => {
    expect(await standing()).toMatchObject({ accumulated: 200 });
    await post(world.commands.settle(wallet, 100, { redeem: 30, invoiceNumber: "once" }));
    expect(await standing()).toMatchObject({ accumulated: 270, redeemed: 30, last_seq: 3 });
  });
});

describe("what is wrong with a part", () => {
  test("is told with the part, and nothing is done", async () => {
    const other = await world.wallet();
    const foreign = await createTemplate(database.pool, { merchant_id: await createMerchant(database.pool) });
    const coupon = (template: TestTemplate, walletId = wallet.id) =>
      createCoupon(database.pool, template, walletId);
    const [mine, twin, theirs, elsewhere] = [
      await coupon(off50),
      await coupon(off50),
      await coupon(off50, other.id),
      await coupon(foreign),
    ];
    const settle = (bill: number, coupons: string[], redeem?: number) =>
      refused(world.commands.settle(wallet, bill, { coupons, ...(redeem !== undefined && { redeem }) }));
    const part = "coupons";
    expect(await settle(99.99, [mine])).toEqual({
      ...{ code: 1421, part, couponNumber: mine, reason: "bill", minBill: 100 },
    });
    expect(await settle(200, [mine, twin])).toMatchObject({
      code: 1421,
      couponNumber: twin,
      reason: "together",
    });
    expect(await settle(200, [theirs])).toMatchObject({ code: 1420, part, couponNumber: theirs });
    expect(await settle(200, [elsewhere])).toMatchObject({ code: 1421, part, reason: "merchant" });
    expect(await settle(260, [mine], 210.01)).toMatchObject({
      code: 1002,
      part: "points",
      field: "RedeemValue",
    });
    expect(await settle(2_000, [mine], 201)).toMatchObject({ code: 1301, part: "points" });
    expect(await settle(500_000_000, [mine], 1)).toMatchObject({ code: 1304, part: "reward" });
    for (const number of [mine, twin])
      expect(await couponRow(database.pool, number)).toMatchObject({ state: "issued", uses: 0 });
  });

  test("is left out of a quote that says so, with the reason", async () => {
    const mine = await createCoupon(database.pool, off50, wallet.id);
    const { bill } = await quote(
      world.commands.settle(wallet, 60, { coupons: [mine], redeem: 500, leavesOut: true }),
    );
    expect(bill).toMatchObject({
      coupons: [],
      redemption: null,
      leftOut: [
        { code: 1421, part: "coupons", couponNumber: mine },
        { code: 1002, part: "points" },
      ],
    });
  });

  test("includes an invoice that was rewarded before, and a PIN that is wanted", async () => {
    await post(world.commands.reward(wallet, 10, { invoiceNumber: "twice" }));
    const limitedBy = { clientId: null, isCounted: false };
    const actor = world.actor({ limitedBy, userId: await createUser(database.pool) });
    expect(
      await refused(world.commands.settle(wallet, 50, { actor, redeem: 10, invoiceNumber: "twice" })),
    ).toMatchObject({ code: 1702, part: "reward", limit: "repeatedInvoices" });
    wallet = await world.walletWith(till.ledger, 200, { hasPin: true });
    expect(await refused(world.commands.settle(wallet, 50, { redeem: 10 }))).toMatchObject({
      code: 1310,
      part: "points",
    });
    // A bill that pays nothing with points asks for no PIN.
    expect((await post(world.commands.settle(wallet, 50))).entry.amount).toBe(50);
  });

  test("that the database cannot write takes the parts before it along: nothing is done", async () => {
    const coupon = await createCoupon(database.pool, off50, wallet.id);
    const before = await standing();
    const bill = world.commands.settle(wallet, 260, { coupons: [coupon], redeem: 120, reference: named() });
    // Comes after the parts.
    const alongside = [{ text: "SELECT 1 / $1::int", values: [0] }];
    await expect(post({ ...bill, alongside })).rejects.toThrow("division by zero");
    expect(await standing()).toEqual(before);
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued", uses: 0 });
    expect((await post(bill)).replayed).toBe(false);
  });

  test("two tills that settle one coupon at once: one does, the other's bill is not settled at all", async () => {
    const coupon = await createCoupon(database.pool, off50, null);
    const other = await world.walletWith(till.ledger, 200);
    const settle = (of: TestWallet) =>
      attempt(post(world.commands.settle(of, 260, { coupons: [coupon], redeem: 20 })));
    const attempts = await Promise.all([settle(wallet), settle(other)]);
    expect(Object.keys(tally(attempts)).sort()).toEqual([expect.stringMatching(/1420|1421/), "posted"]);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS entries FROM entry WHERE wallet_id IN ($1, $2)",
      [wallet.id, other.id],
    );
    expect(rows[0].entries).toBe(4);
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used", uses: 1 });
  });
});

describe("a settled bill that is undone", () => {
  const settled = async () => {
    const coupon = await createCoupon(database.pool, off50, wallet.id);
    const key = named();
    const posted = await post(
      world.commands.settle(wallet, 260, { coupons: [coupon], redeem: 120, reference: key }),
    );
    return { coupon, key: key.key, posted };
  };

  test("gives points and coupon back and takes the reward, by its id or its reference, once", async () => {
    for (const by of ["id", "key"] as const) {
      const { coupon, key, posted } = await settled();
      const target =
        by === "id" ? { entryId: posted.entry.id } : { originalKey: key, operation: 16 as const };
      const command = world.commands.cancel(wallet, 0, { target, reference: named() });
      expect((await post(command)).related?.id).toBe(posted.entry.id);
      expect(await standing()).toMatchObject({ balance: 200, accumulated: 200, redeemed: 0 });
      expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued", uses: 1 });
      expect((await post(command)).replayed).toBe(true);
      expect(await refused({ ...command, reference: named() })).toMatchObject({ code: 1411 });
      // The coupon is good on another bill.
      await post(world.commands.settle(wallet, 100, { coupons: [coupon] }));
      wallet = await world.walletWith(till.ledger, 200);
    }
  });

  test("of a child, undone by the parent, leaves the coupon the child's", async () => {
    const child = await world.wallet();
    await joinFamily(database.pool, child, wallet);
    const coupon = await createCoupon(database.pool, off50, child.id);
    const { entry } = await post(world.commands.settle(child, 200, { coupons: [coupon] }));
    await post(world.commands.cancel(wallet, entry.id));
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued", wallet_id: child.id });
  });

  test("is undone whole: not its redemption alone, and not once a part came back", async () => {
    const { posted, coupon } = await settled();
    const redemption = posted.bill?.redemption?.id ?? 0;
    expect(await refused(world.commands.cancel(wallet, redemption))).toMatchObject({ code: 1414 });
    const stranger = world.commands.cancel(await world.wallet(), redemption);
    await expect(post(stranger)).rejects.toMatchObject({ code: 1401 });
    const part = await post(world.commands.takeBack(wallet, posted.entry.id, { value: 60 }));
    expect(await refused(world.commands.cancel(wallet, posted.entry.id))).toMatchObject({ code: 1413 });
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used" });
    await post(world.commands.cancel(wallet, part.entry.id));
    await post(world.commands.cancel(wallet, posted.entry.id));
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued" });
  });

  test("stays as it is where another merchant names it", async () => {
    const { posted } = await settled();
    const merchantId = await createMerchant(database.pool);
    const branch = await createBranch(database.pool, merchantId);
    const actor = world.actor({ merchantId, branchId: branch.id, branchMsisdn: branch.msisdn });
    expect(await refused(world.commands.cancel(wallet, posted.entry.id, { actor }))).toMatchObject({
      code: 1401,
    });
  });

  test("is undone in the wallet into which its own was merged", async () => {
    const { posted, coupon } = await settled();
    const heir = await world.wallet();
    await post(world.commands.transfer(wallet, heir));
    await post(world.commands.cancel(heir, posted.entry.id));
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued", wallet_id: heir.id });
  });

  test("of before it arrived: its reference is closed", async () => {
    const key = named();
    const target = { originalKey: key.key, operation: 16 } as const;
    expect(await refused(world.commands.cancel(wallet, 0, { target }))).toMatchObject({ code: 1401 });
    expect(await refused(world.commands.settle(wallet, 50, { reference: key }))).toMatchObject({
      code: 1416,
    });
  });
});
