import { expect, it } from "vitest";
import { readEvents } from "@/lib/areas/webhooks/read-events";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import {
  type Api,
  countCodes,
  expectRefusal,
  expectSuccess,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";
import { couponRow, createTemplate, type TestTemplate } from "@/tests/support/coupons";

let coffee: TestTemplate | undefined;
async function offer(api: Api): Promise<number> {
  const { rows } = await api.database.pool.query("SELECT offer_number FROM coupon_template WHERE id = $1", [
    coffee?.id ?? 0,
  ]);
  if (rows.length === 0) coffee = await createTemplate(api.database.pool, { cost_points: 40 });
  return coffee?.offerNumber ?? 0;
}

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "IssueCoupon",
    allowed: [1],
    goodRequest: async ({ fields }) => ({ ...fields, OfferNumber: await offer(api) }),
  });

  describeReplays(api, till, {
    operation: "IssueCoupon",
    goodRequest: async () => ({
      ...(await api.customer()).fields,
      OfferNumber: await offer(api),
      Comment: "Counter 3",
    }),
    otherContent: { OfferNumber: 1, Comment: "Counter 4", BranchMsisdn: "01000000002" },
  });

  it("takes the points and issues the coupon, and says so in the answer", async () => {
    const { offerNumber } = await createTemplate(api.database.pool, { merchant_id: 1, stock_max: 5 });
    const { fields } = await api.customer({ points: 1_000 });
    const { json } = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
    expect(json).toMatchObject({
      errorCode: "0",
      offerNumber,
      couponNumber: expect.stringMatching(/^[2-9A-HJ-NP-Z]{16}$/),
      couponDetails: {
        couponNumber: json.couponNumber,
        ...{ offerNumber, title: "A free coffee", discountType: 3, discount: 0, state: "issued" },
        validUntil: "2026-04-09",
      },
      pointsLog: { logTypeId: 1, amount: 300, balanceAfter: 700 },
      wallet: { totalPoints: 700, redPoints: 300 },
      totalAmount: 300,
    });
    expect(await couponRow(api.database.pool, String(json.couponNumber))).toMatchObject({ stock_left: 4 });
  });

  it("neither takes points nor issues anything where the points are missing, or the offer is", async () => {
    const { offerNumber } = await createTemplate(api.database.pool, { stock_max: 1 });
    const { fields } = await api.customer({ points: 299 });
    const before = await api.snapshot();
    expectRefusal(await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber }), 1301);
    expectRefusal(await till.send("IssueCoupon", { ...fields, OfferNumber: 999_999 }), 1420);
    for (const hidden of [
      { state: "stopped" },
      { merchant_id: 2 },
      { cost_points: null },
      { valid_until: "2026-03-09" },
    ]) {
      const { offerNumber: OfferNumber } = await createTemplate(api.database.pool, {
        valid_days: null,
        ...hidden,
      });
      expectRefusal(await till.send("IssueCoupon", { ...fields, OfferNumber }), 1420);
    }
    expect(await api.snapshot()).toEqual(before);
    const { rows } = await api.database.pool.query(
      "SELECT stock_left FROM coupon_template WHERE offer_number = $1",
      [offerNumber],
    );
    expect(rows).toEqual([{ stock_left: 1 }]);
  });

  it("gives the last three of a stock to three of fifty who ask at once, and takes points of these alone", async () => {
    const { id, offerNumber } = await createTemplate(api.database.pool, { stock_max: 3, cost_points: 10 });
    const customers = await Promise.all(Array.from({ length: 50 }, () => api.customer({ points: 100 })));
    const answers = await Promise.all(
      customers.map(({ fields }) =>
        till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber, ExternalLogId: newReference() }),
      ),
    );
    expect(countCodes(answers)).toEqual({ "0": 3, "1422": 47 });
    const { rows } = await api.database.pool.query(
      `SELECT (SELECT count(*)::int FROM coupon WHERE template_id = $1) AS coupons, (SELECT stock_left FROM coupon_template WHERE id = $1) AS stock_left,
              (SELECT sum(balance)::int FROM wallet WHERE id = ANY ($2)) AS points`,
      [id, customers.map((customer) => customer.id)],
    );
    expect(rows).toEqual([{ coupons: 3, stock_left: 0, points: 4_970 }]);
  });

  it("ends an unused coupon with the cancellation of what issued it, and gives its place in the stock back", async () => {
    const { offerNumber } = await createTemplate(api.database.pool, { stock_max: 1 });
    const { fields } = await api.customer();
    const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
    const number = String(bought.json.couponNumber);
    const request = {
      ...fields,
      TransactionId: expectSuccess(bought).entry.id,
      ExternalLogId: newReference(),
    };
    for (const answer of [await till.cancel(request), await till.cancel(request)])
      expect(answer.json).toMatchObject({
        errorCode: "0",
        couponNumber: number,
        couponDetails: { state: "void" },
        wallet: { totalPoints: 1_000 },
      });
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "void", stock_left: 1 });
    expectRefusal(await till.send("RedeemCoupon", { ...fields, CouponNumber: number }), 1421);
  });

  it("is told to its merchant: that it was issued, used, could be used again and ended, once each", async () => {
    const { pool } = api.database;
    const { offerNumber } = await createTemplate(pool);
    const { fields } = await api.customer();
    const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
    const CouponNumber = bought.json.couponNumber;
    await till.send("RedeemCoupon", { ...fields, CouponNumber });
    await till.send("CancelCoupon", { ...fields, CouponNumber });
    expectSuccess(await till.cancel({ ...fields, TransactionId: expectSuccess(bought).entry.id }));
    const { events } = await readEvents(pool, {
      ...{ after: { entryId: 0, auditId: 0 }, limit: 5_000, merchantIds: [1] },
    });
    const told = events.filter(({ data }) => data.couponNumber === CouponNumber);
    expect(told.map(({ type, data }) => [type, data.state, data.walletCode]).sort()).toEqual([
      ["coupon.issued", "issued", fields.WalletCode],
      ["coupon.reopened", "issued", fields.WalletCode],
      ["coupon.used", "used", fields.WalletCode],
      ["coupon.voided", "void", fields.WalletCode],
    ]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(4);
  });

  it("refuses a refund of a part of its points, and ends it with a refund of all", async () => {
    const { offerNumber } = await createTemplate(api.database.pool);
    const { fields } = await api.customer();
    const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
    const TransactionId = expectSuccess(bought).entry.id;
    expectRefusal(await till.refund({ ...fields, TransactionId, Points: 100 }), 1402);
    const refunded = await till.refund({ ...fields, TransactionId });
    expect(refunded.json).toMatchObject({ errorCode: "0", couponDetails: { state: "void" } });
    // Its coupon would be missing.
    expectRefusal(await till.cancel({ ...fields, TransactionId: expectSuccess(refunded).entry.id }), 1414);
  });

  it("is not undone once its coupon was used, unless the programme allows it", async () => {
    const { offerNumber } = await createTemplate(api.database.pool);
    const { fields } = await api.customer();
    const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
    const TransactionId = expectSuccess(bought).entry.id;
    const CouponNumber = bought.json.couponNumber;
    expect((await till.send("RedeemCoupon", { ...fields, CouponNumber })).json.errorCode).toBe("0");
    expectRefusal(await till.cancel({ ...fields, TransactionId }), 1414);
    expectRefusal(await till.refund({ ...fields, TransactionId }), 1402);
    await api.configure("UPDATE programme SET used_coupon_policy = 'allow'");
    const cancelled = await till.cancel({ ...fields, TransactionId });
    await api.configure("UPDATE programme SET used_coupon_policy = 'refuse'");
    expect(cancelled.json).toMatchObject({ errorCode: "0", couponNumber: null });
    // Its points are back: it must not become usable again.
    const reopened = await till.send("CancelCoupon", { ...fields, CouponNumber });
    expectRefusal(reopened, 1421);
    expect(reopened.json.errorMessage).toBe("Coupon refused: the transaction it came with was undone");
    expect(await couponRow(api.database.pool, String(CouponNumber))).toMatchObject({ state: "used" });
  });

  it("is either cancelled or its coupon used, when both are asked for at once", async () => {
    const { offerNumber } = await createTemplate(api.database.pool);
    for (let round = 0; round < 10; round += 1) {
      const { fields } = await api.customer();
      const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
      const TransactionId = expectSuccess(bought).entry.id;
      const CouponNumber = bought.json.couponNumber;
      const [cancelled, used] = await Promise.all([
        till.cancel({ ...fields, TransactionId }),
        till.send("RedeemCoupon", { ...fields, CouponNumber }),
      ]);
      const outcome = `${cancelled.json.errorCode} ${used.json.errorCode}`;
      expect(["0 1421", "1414 0"]).toContain(outcome);
      const { state } = await couponRow(api.database.pool, String(CouponNumber));
      expect(state).toBe(outcome === "1414 0" ? "used" : "void");
    }
  });

  it("comes with a reward of the least value, and not with a smaller one, another merchant's or on another day", async () => {
    const { offerNumber } = await createTemplate(api.database.pool, {
      ...{ merchant_id: 1, reward_hundredths_min: 50_000, cost_points: null, branch_ids: [1] },
    });
    const { fields } = await api.customer();
    expect((await till.reward({ ...fields, PointsValue: 499.99 })).json.couponNumber).toBe("");
    expect(
      (await till.reward({ ...fields, PointsValue: 500, BranchMsisdn: "01000000002" })).json.couponNumber,
    ).toBe("");
    const request = { ...fields, PointsValue: 500, ExternalLogId: newReference() };
    const first = await till.reward(request);
    expect(first.json.couponNumber).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
    expect((await till.reward(request)).json).toEqual(first.json);
    const back = await till.returnReward({ ...fields, TransactionId: first.json.pointsLog?.id, Points: 100 });
    expect(back.json.couponNumber).toBeNull();
    const rest = await till.returnReward({ ...fields, TransactionId: first.json.pointsLog?.id });
    expect(rest.json).toMatchObject({
      couponNumber: first.json.couponNumber,
      couponDetails: { state: "void" },
    });
    await api.configure("UPDATE coupon_template SET state = 'stopped' WHERE offer_number = $1", [
      offerNumber,
    ]);
    await api.configure("UPDATE programme SET id = id");
    expect((await till.reward({ ...fields, PointsValue: 500 })).json.couponNumber).toBe("");
  });
});
