import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { auditPortal } from "@/lib/areas/audit/portal";
import type { AuditPage } from "@/lib/areas/audit/schemas";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { promotionsPortal } from "@/lib/areas/promotions/portal";
import type {
  ItemsFileAnswer,
  LookBack,
  Promotion,
  PromotionFields,
  Promotions,
  Trial,
} from "@/lib/areas/promotions/schemas";
import { tillPortal } from "@/lib/areas/till/portal";
import type { Posted } from "@/lib/areas/till/schemas";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { routeOf } from "@/lib/portal/serve";
import { actAlone } from "@/tests/support/admin-world";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWallet, expectSound, joinFamily, type TestWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { daysFromNow, newDeal } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalAnswer,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const listActs = routeOf(auditPortal.list);
const decide = routeOf(adjustmentsPortal.decide);
const moveDeal = routeOf(deskDealsPortal.move);
const createDeal = routeOf(deskDealsPortal.create);

const updatePromotion = routeOf(promotionsPortal.change);
const movePromotion = routeOf(promotionsPortal.move);
const lookBack = routeOf(promotionsPortal.lookBack);
const createPromotion = routeOf(promotionsPortal.create);
const listPromotions = routeOf(promotionsPortal.list);
const setStacking = routeOf(promotionsPortal.stacking);
const readItems = routeOf(promotionsPortal.readItems);
const tryBill = routeOf(promotionsPortal.trial);
const { signIn } = routesOf(sessionPortal);

const { quote, reward } = routesOf(tillPortal);

let database: TestDatabase;
let world: PortalWorld;
let categoryId: number;
const admin = new TestBrowser();
const operator = new TestBrowser();
const supervisor = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  await actAlone({ database });
  world = await createPortalWorld(database);
  categoryId = (await database.prisma.category.create({ data: { nameEn: "Coffee", nameAr: "قهوة" } })).id;
  for (const [browser, username] of [
    [admin, "merchant_admin"],
    [operator, "programme_operator"],
    [supervisor, "supervisor"],
  ] as const)
    await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
});
afterAll(async () => {
  await expectSound(database.pool);
  await database.drop();
});

function accepted<Body>(answer: PortalAnswer): Body {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as unknown as Body;
}

function fields(
  rule: Partial<PromotionFields["rule"]>,
  more: Partial<PromotionFields> = {},
): PromotionFields {
  return {
    merchantId: world.merchantId,
    nameEn: "Tea time",
    nameAr: "وقت الشاي",
    startsAt: daysFromNow(-1).toISOString(),
    endsAt: daysFromNow(30).toISOString(),
    rule: { ...ANY_BILL, points: null, ...rule } as PromotionFields["rule"],
    skus: [],
    budgetPoints: 1_000_000,
    walletMax: null,
    walletPeriod: null,
    walletPoints: null,
    ...more,
  };
}

async function create(body: PromotionFields, browser = admin): Promise<Promotion> {
  const { promotions } = accepted<Promotions>(await browser.call(createPromotion, { method: "POST", body }));
  return promotions[0] as Promotion;
}

async function move({ id, version }: Promotion, to: string, browser = admin): Promise<Promotion> {
  const answer = await browser.call(movePromotion, {
    method: "POST",
    params: { promotionId: String(id) },
    body: { version, move: to },
  });
  const { promotions } = accepted<Promotions>(answer);
  return promotions.find((promotion) => promotion.id === id) as Promotion;
}

const put = (promotion: Promotion, body: PromotionFields, browser = admin) =>
  browser.call(updatePromotion, {
    method: "PUT",
    params: { promotionId: String(promotion.id) },
    body: { ...body, startsAt: promotion.startsAt, version: promotion.version },
  });

const customer = async () => {
  const { segmentId } = await database.prisma.segmentVersion.findFirstOrThrow({ where: { isCurrent: true } });
  return makeCustomer(database, await createWallet(database.pool, { segmentId }), world.merchantId);
};

let references = 0;
async function rewarded(value: number, wallet?: TestWallet): Promise<Posted> {
  const { walletCode } = wallet ?? (await customer());
  references += 1;
  const body = {
    walletCode,
    branchId: world.branchIds[0],
    value,
    reference: `promotions-test-${references}`,
  };
  return accepted<Posted>(await supervisor.call(reward, { method: "POST", body }));
}

describe("a promotion", () => {
  test("acts from its publication on, is paused and ended, and the till says why there are this many points", async () => {
    const draft = await create(fields({ kind: "bonus", points: 15, minHundredths: 50_00 }));
    expect(draft).toMatchObject({ state: "draft", moves: ["publish"], given: { points: 0, rewards: 0 } });
    expect((await rewarded(60)).entry.points).toBe(60);
    const live = await move(draft, "publish");
    expect(live).toMatchObject({ state: "live", moves: ["pause", "end"] });
    const { walletCode } = await customer();
    const asked = { operation: "reward", walletCode, branchId: world.branchIds[0], value: 60 };
    const acted = { number: draft.number, nameEn: "Tea time", nameAr: "وقت الشاي", points: 15 };
    expect((await supervisor.call(quote, { method: "POST", body: asked })).body).toMatchObject({
      outcome: "possible",
      points: 75,
      promotions: [acted],
    });
    const posted = await rewarded(60);
    expect(posted).toMatchObject({ entry: { points: 75 }, promotions: [acted] });
    // Goods that come back: below the promotion's bill its points go too, by its name.
    const back = {
      ...asked,
      operation: "return",
      walletCode: posted.wallet.walletCode,
      entryId: posted.entry.id,
    };
    expect(
      (await supervisor.call(quote, { method: "POST", body: { ...back, value: 20 } })).body,
    ).toMatchObject({
      outcome: "possible",
      points: -35,
      promotions: [acted],
    });
    expect((await rewarded(49)).entry.points).toBe(49);
    const { promotions } = accepted<Promotions>(await admin.call(listPromotions));
    expect(promotions.find(({ id }) => id === draft.id)?.given).toEqual({
      points: 15,
      rewards: 1,
      value: 60,
    });
    // The log of what was done calls it by its name, though only its status changed.
    const { acts } = accepted<AuditPage>(await admin.call(listActs));
    expect(acts.slice(0, 2).map(({ action, subject }) => [action, subject.name])).toEqual([
      ["promotion.change_state", { en: "Tea time", ar: "وقت الشاي" }],
      ["promotion.create", { en: "Tea time", ar: "وقت الشاي" }],
    ]);
    const paused = await move(live, "pause");
    expect((await rewarded(60)).entry.points).toBe(60);
    const ended = await move(await move(paused, "resume"), "end");
    expect(ended).toMatchObject({ state: "ended", moves: [] });
    expect((await rewarded(60)).entry.points).toBe(60);
    expect((await put(ended, fields({ kind: "bonus", points: 20 }))).status).toBe(409);
  });

  test("is changed for what comes after; a budget or a limit is set before it is published, or never", async () => {
    const draft = await create(fields({ kind: "bonus", points: 10 }, { budgetPoints: 25 }));
    let live = await move(draft, "publish");
    expect((await rewarded(1)).entry.points).toBe(11);
    accepted(await put(live, fields({ kind: "bonus", points: 12 }, { budgetPoints: 25 })));
    expect((await rewarded(1)).entry.points).toBe(13);
    expect((await rewarded(1)).entry.points).toBe(1);
    const list = async () =>
      accepted<Promotions>(await admin.call(listPromotions)).promotions.find(({ id }) => id === draft.id);
    live = (await list()) as Promotion;
    expect(live).toMatchObject({ given: { points: 22, rewards: 2 }, budgetLeft: 3 });
    const limited = fields(
      { kind: "bonus", points: 12 },
      { budgetPoints: 25, walletMax: 1, walletPeriod: "day" },
    );
    expect((await put(live, limited)).status).toBe(422);
    expect((await put({ ...live, version: live.version - 1 }, limited)).status).toBe(409);
    await move(live, "end");
  });

  test("that makes no sense is refused", async () => {
    const wrong: PromotionFields[] = [
      fields({ kind: "multiplier" }),
      fields({ kind: "multiplier", multiplier: "1" }),
      fields({ kind: "multiplier", multiplier: "2", points: 5 }),
      fields({ kind: "threshold", points: 5 }),
      fields({ kind: "happy_hour", points: 5 }),
      fields({ kind: "skus" }),
      fields(
        { kind: "skus" },
        {
          skus: [
            { skuId: "A", points: 1 },
            { skuId: "a", points: 2 },
          ],
        },
      ),
      fields({ kind: "bonus", points: 5 }, { walletMax: 1 }),
      fields({ kind: "bonus", points: 5 }, { endsAt: daysFromNow(-2).toISOString() }),
      fields({ kind: "bonus", points: 5, branchIds: [999_999] }),
      fields({ kind: "bonus", points: 5, segmentIds: [999_999] }),
    ];
    for (const body of wrong)
      expect((await admin.call(createPromotion, { method: "POST", body })).status, JSON.stringify(body)).toBe(
        422,
      );
  });

  test("of the programme is the operators' to make; a merchant's people see it and change nothing", async () => {
    const body = fields({ kind: "bonus", points: 5 }, { merchantId: null });
    expect((await admin.call(createPromotion, { method: "POST", body })).status).toBe(404);
    const whole = await create(body, operator);
    expect((await put(whole, body)).status).toBe(404);
    const scheduled = await move(whole, "publish", operator);
    const { promotions, mayStack } = accepted<Promotions>(await admin.call(listPromotions));
    expect(promotions.find(({ id }) => id === whole.id)).toMatchObject({ moves: [], merchant: null });
    expect(mayStack).toBe(false);
    await move(scheduled, "end", operator);
  });
});

test("a promotion gives a customer the points that are left of its limit, and a trial knows them", async () => {
  const body = fields(
    { kind: "bonus", points: 40, branchIds: [world.branchIds[0]] },
    { walletPoints: 60, walletPeriod: "ever" },
  );
  const refused = await admin.call(createPromotion, {
    method: "POST",
    body: { ...body, walletPeriod: null },
  });
  expect(refused.body.error?.code).toBe("validation");
  const wallet = await customer();
  const promotion = await move(await create(body), "publish");
  expect(promotion).toMatchObject({ walletPoints: 60, walletPeriod: "ever", walletMax: null });
  await rewarded(100, wallet);
  const [trial] = accepted<Trial>(
    await admin.call(tryBill, {
      method: "POST",
      body: {
        ...{ branchId: world.branchIds[0], hundredths: 10_000, items: [], channelId: 2 },
        ...{ walletCode: wallet.walletCode, at: new Date().toISOString() },
      },
    }),
  ).judged.filter(({ number }) => number === promotion.number);
  expect(trial).toMatchObject({ points: 20, whyNot: null });
  const gave = [await rewarded(100, wallet), await rewarded(100, wallet)];
  expect(gave.map(({ promotions }) => promotions?.map(({ points }) => points))).toEqual([[20], []]);
  await move(promotion, "end");
});

test("items of a promotion come from a file, each code once whatever its case, with their points where it has them", async () => {
  const read = async (lines: readonly string[]) =>
    accepted<ItemsFileAnswer>(
      await admin.call(readItems, {
        method: "POST",
        body: { file: Buffer.from(lines.join("\n")).toString("base64") },
      }),
    );
  expect(await read(["Item code,Points", "COFFEE,5", "coffee,7", "TEA*,٣", ",9"])).toEqual({
    question: null,
    items: [
      { skuId: "COFFEE", points: 5 },
      { skuId: "TEA*", points: 3 },
    ],
    isPartial: false,
  });
  const many = await read(["كود الصنف", ...Array.from({ length: 1_001 }, (_, index) => `A${index}`)]);
  expect([many.items.length, many.isPartial]).toEqual([1_000, true]);
});

test("promotions add up where the programme says so, and a bill that is tried says what acts and why not", async () => {
  const stacks = { kind: "bonus", stacks: true } as const;
  const tea = await move(await create(fields({ ...stacks, points: 10 })), "publish");
  const cake = await move(await create(fields({ ...stacks, points: 4 }, { nameEn: "Cake" })), "publish");
  const trial = async (more: object = {}) => {
    const body = {
      branchId: world.branchIds[0],
      hundredths: 100_00,
      items: [],
      channelId: 2,
      at: new Date().toISOString(),
      ...more,
    };
    return accepted<Trial>(await admin.call(tryBill, { method: "POST", body }));
  };
  const verdicts = ({ judged }: Trial) =>
    judged.map(({ nameEn, points, whyNot }) => [nameEn, points, whyNot]);
  expect(await trial()).toMatchObject({ rate: 100, points: 110 });
  expect(verdicts(await trial())).toEqual([
    ["Tea time", 10, null],
    ["Cake", 0, "another_acts"],
  ]);
  const answer = await operator.call(setStacking, { method: "PUT", body: { stack: true } });
  expect(accepted<Promotions>(answer).stack).toBe(true);
  expect(verdicts(await trial())).toEqual([
    ["Tea time", 10, null],
    ["Cake", 4, null],
  ]);
  expect((await rewarded(100)).entry.points).toBe(114);
  const draft = { ...fields({ kind: "bonus", points: 50, minHundredths: 100_01 }), promotionId: null };
  expect(verdicts(await trial({ draft }))[0]).toEqual(["Tea time", 0, "least_value"]);
  await operator.call(setStacking, { method: "PUT", body: { stack: false } });
  await move(tea, "end");
  await move(cake, "end");
});

test("looking back says what a rule would have given on the bills of the last days, and what it gives at most", async () => {
  await rewarded(80);
  await rewarded(20);
  const body = fields({ kind: "bonus", points: 30, minHundredths: 70_00 }, { budgetPoints: 10_000 });
  const past = accepted<LookBack>(await admin.call(lookBack, { method: "POST", body }));
  const { rows } = await database.pool.query<{ all: number; large: number; value: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE e.amount_value >= 70)::int AS large, sum(e.amount_value) FILTER (WHERE e.amount_value >= 70)::int AS value
       FROM entry e WHERE e.log_type_id = 2 AND e.merchant_id = $1`,
    [world.merchantId],
  );
  const { all, large, value } = rows[0] ?? { all: 0, large: 0, value: 0 };
  expect(large).toBeGreaterThan(0);
  expect(past).toMatchObject({
    rewards: all,
    acted: large,
    points: large * 30,
    pointsValue: large * 30,
    billsValue: value,
    isPartial: false,
    most: 10_000,
    branches: [{ branchId: world.branchIds[0], acted: large, points: large * 30 }],
  });
  const bounded = { ...body, budgetPoints: 45 };
  expect(accepted<LookBack>(await admin.call(lookBack, { method: "POST", body: bounded })).points).toBe(30);
});

test("looking back counts no test wallet, and a child of a family as the customer that it is; so do trials and what was given", async () => {
  const body = fields({ kind: "bonus", points: 7 });
  const bonus = await move(await create(body), "publish");
  const given = async () => {
    const { promotions } = accepted<Promotions>(await admin.call(listPromotions));
    return promotions.find(({ id }) => id === bonus.id)?.given.rewards;
  };
  const limited = { ...body, walletMax: 1, walletPeriod: "ever" as const };
  const acted = async () =>
    accepted<LookBack>(await admin.call(lookBack, { method: "POST", body: limited })).acted;
  const before = await acted();
  const [test, parent, child] = [await customer(), await customer(), await customer()];
  await database.pool.query("UPDATE wallet SET wallet_type = 'test' WHERE id = $1", [test.id]);
  expect((await rewarded(10, test)).entry.points).toBe(17);
  expect([await acted(), await given()]).toEqual([before, 0]);
  await joinFamily(database.pool, child, parent);
  await rewarded(10, parent);
  await rewarded(10, child);
  await rewarded(10, child);
  expect([await acted(), await given()]).toEqual([before + 2, 3]);
  const first = { ...fields({ kind: "first_purchase", points: 5, firstPurchase: true }), promotionId: null };
  const trial = {
    ...{ branchId: world.branchIds[0], hundredths: 10_00, items: [], channelId: 2 },
    ...{ at: new Date().toISOString(), walletCode: child.walletCode, draft: first },
  };
  const { judged } = accepted<Trial>(await admin.call(tryBill, { method: "POST", body: trial }));
  expect(judged[0]?.whyNot).toBe("first_purchase");
  await move(bonus, "end");
});

test("a deal that multiplies points acts while it is live, under its own number", async () => {
  const body = {
    merchantId: world.merchantId,
    ...newDeal(categoryId, { discountType: 5, discount: 3, offerNumber: "770077" }),
    startDate: daysFromNow(-1).toISOString(),
  };
  const deal = accepted<{ id: number; version: number }>(
    await admin.call(createDeal, { method: "POST", body }),
  );
  expect((await rewarded(10)).entry.points).toBe(10);
  const move = (version: number, to: string) =>
    admin.call(moveDeal, {
      method: "POST",
      params: { dealId: String(deal.id) },
      body: { version, move: to },
    });
  const moved = async (version: number, to: string) =>
    accepted<{ version: number }>(await move(version, to)).version;
  expect(await move(deal.version, "publish")).toMatchObject({
    body: { error: { code: "second_person_asked" } },
  });
  const { id: adjustmentId } = await database.prisma.pointAdjustment.findFirstOrThrow({
    where: { kind: "offer", state: "requested" },
  });
  const params = { adjustmentId: String(adjustmentId) };
  const approved = await operator.call(decide, { method: "POST", params, body: { decision: "approve" } });
  expect(approved.body).toEqual({ outcome: "done", reason: null });
  let version = deal.version + 1;
  const posted = await rewarded(10);
  expect(posted).toMatchObject({ entry: { points: 30 }, promotions: [{ number: 770_077, points: 20 }] });
  version = await moved(version, "pause");
  expect((await rewarded(10)).entry.points).toBe(10);
  version = await moved(version, "resume");
  expect((await rewarded(10)).entry.points).toBe(30);
  await moved(version, "end");
  expect((await rewarded(10)).entry.points).toBe(10);
});
