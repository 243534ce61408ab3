import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import { entriesPortal } from "@/lib/areas/entries/portal";
import type { EntryDetails } from "@/lib/areas/entries/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { tillPortal } from "@/lib/areas/till/portal";
import type { Posted, Quote, Settled } from "@/lib/areas/till/schemas";
import { verify } from "@/lib/ledger/verify/verify";
import { hashPassword } from "@/lib/portal/session/password";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet, type TestWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { signIn } = routesOf(sessionPortal);
const { ask: askApproval, decide } = routesOf(approvalsPortal);
const { read } = routesOf(entriesPortal);
const { bill, cancel, quote, return: takeBack, reward, settle } = routesOf(tillPortal);

let database: TestDatabase;
let world: PortalWorld;
let segmentId: number;
let cashier: TestBrowser;
let wallet: TestWallet;
/** Takes 50 off. */
let coupon: string;
let references = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  segmentId = (await createSegment(database.pool)).id;
  cashier = new TestBrowser();
  const body = { username: world.usernames.cashier, password: TEST_PASSWORD };
  expect((await cashier.call(signIn, { method: "POST", body })).status).toBe(200);
});
afterAll(() => database.drop());

beforeEach(async () => {
  const made = await createWallet(database.pool, { segmentId, name: "Mona Ali" });
  wallet = await makeCustomer(database, made, world.merchantId);
  await call(reward, act({ value: 300 }));
  coupon = await createCoupon(database.pool, await fifty(), wallet.id);
});

const fifty = (options: object = {}) =>
  createTemplate(database.pool, { discount_type: 2, discount: 50, title_en: "50 off", ...options });

async function call<Body = Posted>(
  route: PortalRoute,
  body: object,
): Promise<{ body: Body; code: string | undefined }> {
  const answer = await cashier.call(route, { method: "POST", body });
  return { body: answer.body as Body, code: answer.body.error?.code };
}

const act = (extra: object) => ({
  branchId: world.branchIds[0],
  walletCode: wallet.walletCode,
  reference: `bill-reference-${++references}`,
  ...extra,
});

const quoted = async (extra: object): Promise<Quote> => {
  const { reference: _, ...request } = act(extra);
  return (await call<Quote>(quote, { operation: "bill", ...request })).body;
};

const detailsOf = async (entryId: number) =>
  (await cashier.call(read, { params: { entryId: String(entryId) } })).body as unknown as EntryDetails;

const kindsAndPoints = async () =>
  (await database.prisma.entry.findMany({ where: { walletId: wallet.id }, orderBy: { seq: "asc" } })).map(
    ({ logTypeId, pointsDelta }) => [logTypeId, Number(pointsDelta)],
  );

describe("a bill at the till", () => {
  test("is settled with its coupon, its points and its reward at once, under one reference", async () => {
    const request = act({ value: 260, coupons: [coupon], redeem: 120, invoiceNumber: "INV-9" });
    const { body } = await call(bill, request);
    expect(body).toMatchObject({
      entry: { logTypeId: 2, invoiceNumber: "INV-9", reference: request.reference },
      bill: {
        value: 260,
        coupons: [{ number: coupon, title: { en: "50 off" }, off: 50 }],
        paid: 120,
        payable: 90,
      },
    });
    expect(body.wallet.balance).toBe(300 - 120 + body.entry.points);
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "used" });
    expect((await detailsOf(body.entry.id)).bill).toEqual(body.bill);
    const again = await call(bill, request);
    expect(again.body).toMatchObject({ replayed: true, entry: { id: body.entry.id }, bill: body.bill });
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("is quoted with what it comes to, and does nothing", async () => {
    expect(await quoted({ value: 260, coupons: [coupon], redeem: "max" })).toMatchObject({
      outcome: "possible",
      bill: { paid: 210, payable: 0, coupons: [{ off: 50 }], leftOut: [] },
    });
    expect(await kindsAndPoints()).toEqual([[2, 300]]);
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued" });
  });

  test("is quoted without what cannot be taken, with the reason, and then refused with that", async () => {
    const dear = await createCoupon(database.pool, await fifty({ min_bill: 500 }), wallet.id);
    expect(await quoted({ value: 260, coupons: [dear], redeem: 299 })).toMatchObject({
      outcome: "possible",
      bill: {
        ...{ coupons: [], paid: 0, payable: 260 },
        leftOut: [
          { part: "coupons", couponNumber: dear, refusal: { code: "1421" } },
          {
            ...{ part: "points", couponNumber: null },
            refusal: { code: "1002", message: { en: "At most what is left to pay: 260" } },
          },
        ],
      },
    });
    expect((await call(bill, act({ value: 260, coupons: [dear] }))).code).toBe("1421");
    expect((await call(bill, act({ value: 260, coupons: [], redeem: 299 }))).code).toBe("1002");
    expect(await kindsAndPoints()).toEqual([[2, 300]]);
  });

  test("asks for the customer's PIN where points pay, and for none where they do not", async () => {
    await database.prisma.walletPin.create({
      data: { walletId: wallet.id, hash: await hashPassword("4071") },
    });
    const paying = { value: 260, coupons: [coupon], redeem: 120 };
    expect(await quoted(paying)).toMatchObject({ isPinRequired: true, bill: { paid: 120 } });
    expect((await call(bill, act(paying))).code).toBe("1310");
    expect((await call(bill, act({ ...paying, pin: "9081" }))).code).toBe("1311");
    expect(await quoted({ value: 260, coupons: [coupon] })).toMatchObject({ isPinRequired: false });
    expect((await call(bill, act({ ...paying, pin: "4071" }))).body.bill).toMatchObject({ payable: 90 });
  });

  test("beyond a limit goes on under the approval of a second person, once", async () => {
    const request = act({ value: 25_000, coupons: [coupon], redeem: 120 });
    const { reference: _, ...asked } = request;
    expect((await call<Quote>(quote, { operation: "bill", ...asked })).body).toMatchObject({
      outcome: "approval",
      limits: [{ limit: "rewardValueMax" }],
    });
    expect((await call(bill, request)).code).toBe("1704");
    const { body: waiting } = await call<{ id: number }>(askApproval, { operation: "bill", request });
    const supervisor = new TestBrowser();
    const who = { username: world.usernames.supervisor, password: TEST_PASSWORD };
    await supervisor.call(signIn, { method: "POST", body: who });
    const body = { decision: "approve" };
    const params = { approvalId: String(waiting.id) };
    expect((await supervisor.call(decide, { method: "POST", body, params })).status).toBe(200);
    expect((await call(bill, { ...request, value: 25_001 })).code).toBe("1704");
    expect((await call(bill, request)).body.bill).toMatchObject({ value: 25_000, paid: 120 });
  });

  test("is taken back whole by one void", async () => {
    const { body: settled } = await call(bill, act({ value: 260, coupons: [coupon], redeem: 120 }));
    const { reference: _, ...asked } = act({ entryId: settled.entry.id });
    const before = (await call<Quote>(quote, { operation: "cancel", ...asked })).body;
    expect(before).toMatchObject({ outcome: "possible", balanceAfter: 300 });
    const { body } = await call(cancel, act({ entryId: settled.entry.id, comment: "Wrong customer" }));
    expect(body.wallet.balance).toBe(300);
    expect(await couponRow(database.pool, coupon)).toMatchObject({ state: "issued" });
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("brings goods back in part by their price, divided as it was paid", async () => {
    const { body: settled } = await call(bill, act({ value: 260, coupons: [coupon], redeem: 120 }));
    const goods = { entryId: settled.entry.id, value: 130 };
    const { reference: _, ...asked } = act(goods);
    const before = (await call<Quote>(quote, { operation: "return", ...asked })).body;
    const { body } = await call(takeBack, act(goods));
    expect(before).toMatchObject({
      ...{ outcome: "possible", refunded: 60, balanceAfter: body.wallet.balance },
    });
    expect((await kindsAndPoints()).slice(-2)).toEqual([
      [3, 60],
      [11, -settled.entry.points / 2],
    ]);
    expect((await detailsOf(settled.entry.id)).bill).toMatchObject({ value: 260, left: 130 });
  });

  test("whose answer was lost is found out by its request, or closed", async () => {
    const request = act({ value: 260, coupons: [coupon], redeem: 120 });
    await call(bill, request);
    const lost = await call<Settled>(settle, { operation: "bill", request });
    expect(lost.body).toMatchObject({ outcome: "posted", posted: { bill: { payable: 90 } } });
    const never = act({ value: 20, coupons: [], redeem: 10 });
    expect((await call<Settled>(settle, { operation: "bill", request: never })).body).toEqual({
      outcome: "never",
    });
    expect((await call(bill, never)).code).toBe("1416");
  });
});
