import { expect, it } from "vitest";
import { countCodes, expectRefusal, newReference, throughEachDoor } from "@/tests/support/api";
import { couponRow, createCoupon, createTemplate, VOID } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  const coupon = async (template = {}, row = {}) => {
    const customer = await api.customer();
    const { pool } = api.database;
    const number = await createCoupon(pool, await createTemplate(pool, template), customer.id, row);
    return { ...customer, number, request: { ...customer.fields, CouponNumber: number } };
  };

  it("uses a coupon once, however many ask for it at once", async () => {
    const { request, number } = await coupon();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        till.send("RedeemCoupon", { ...request, ExternalLogId: newReference() }),
      ),
    );
    expect(countCodes(answers)).toEqual({ "0": 1, "1421": 19 });
    const { json } = await till.send("RedeemCoupon", request);
    expect(json.errorMessage).toBe("Coupon refused: it was used already");
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "used", uses: 1 });
  });

  it("answers the same reference as the first time, at once or later, and refuses it for something else", async () => {
    const { request, number } = await coupon();
    const sent = { ...request, ExternalLogId: newReference() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => till.send("RedeemCoupon", sent)));
    answers.push(
      await till.send("RedeemCoupon", {
        ...sent,
        CouponNumber: ` ${number.toLowerCase().slice(0, 8)}-${number.slice(8)} `,
      }),
    );
    expect(countCodes(answers)).toEqual({ "0": 1, replayed: 20 });
    for (const { json } of answers) expect(json).toEqual(answers[0]?.json);
    const { request: other } = await coupon();
    expectRefusal(await till.send("RedeemCoupon", { ...other, ExternalLogId: sent.ExternalLogId }), 1501);
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "used", uses: 1 });
  });

  it.each([
    ["is void", {}, VOID, "it is void"],
    ["has lapsed", {}, { valid_until: "2026-03-09" }, "it has expired"],
    ["is not valid yet", {}, { valid_from: "2026-03-11" }, "it is not valid yet"],
    ["is another merchant's", { merchant_id: 2 }, {}, "it is another merchant's"],
    ["is not for this branch", { branch_ids: [2] }, {}, "it is not valid at this branch"],
  ])("refuses a coupon that %s, and says so", async (_why, template, row, reason) => {
    const { request, number } = await coupon(template, row);
    const before = await couponRow(api.database.pool, number);
    const answer = await till.send("RedeemCoupon", request);
    expectRefusal(answer, 1421);
    expect(answer.json.errorMessage).toBe(`Coupon refused: ${reason}`);
    expect(await couponRow(api.database.pool, number)).toEqual(before);
  });

  it("says its least bill as a number, and is refused on a smaller one, in a quote as well", async () => {
    const { request, number } = await coupon({ min_bill: 200, worth: 50 });
    const terms = { minBill: 200, worth: 50 };
    const listed = await till.send("GetCoupons", { ...request, CouponNumber: undefined });
    expect(listed.json).toMatchObject({ coupons: [terms] });
    const before = await couponRow(api.database.pool, number);
    for (const [operation, more] of [
      ["RedeemCoupon", {}],
      ["Quote", { Operation: "RedeemCoupon" }],
    ] as const) {
      const small = await till.send(operation, { ...request, ...more, PointsValue: 199.99 });
      expectRefusal(small, 1421);
      expect(small.json.errorMessage).toBe("Coupon refused: it needs a bill of 200 or more");
      expect(await couponRow(api.database.pool, number)).toEqual(before);
    }
    const quoted = await till.send("Quote", { ...request, Operation: "RedeemCoupon", PointsValue: 200 });
    expect(quoted.json).toMatchObject({ errorCode: "0", couponDetails: terms });
    const used = await till.send("RedeemCoupon", { ...request, PointsValue: 200 });
    expect(used.json).toMatchObject({ errorCode: "0", couponDetails: { ...terms, state: "used" } });
  });

  it("is valid until the last moment of its day", async () => {
    const { request } = await coupon({}, { valid_until: "2026-03-10" });
    // Midnight in Cairo.
    const late = await api.at("2026-03-10T22:00:00Z", () => till.send("RedeemCoupon", request));
    expectRefusal(late, 1421);
    const inTime = await api.at("2026-03-10T21:59:59Z", () => till.send("RedeemCoupon", request));
    expect(inTime.json.errorCode).toBe("0");
  });

  it("does not tell of a coupon of another wallet, nor of none", async () => {
    const { number } = await coupon();
    const { fields } = await api.customer();
    expectRefusal(await till.send("RedeemCoupon", { ...fields, CouponNumber: number }), 1420);
    expectRefusal(await till.send("RedeemCoupon", { ...fields, CouponNumber: "7KQ2M4XB9TZ3HRWQ" }), 1420);
    expectRefusal(await till.send("RedeemCoupon", { ...fields, CouponNumber: "7KQ2M4XB9TZ3HRWA" }), 1420);
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "issued" });
  });

  it("makes a coupon that is nobody's that of whoever uses it", async () => {
    const { pool } = api.database;
    const number = await createCoupon(pool, await createTemplate(pool), null);
    const { id, fields } = await api.customer();
    const { json } = await till.send("RedeemCoupon", { ...fields, CouponNumber: number });
    expect(json).toMatchObject({ errorCode: "0", couponDetails: { state: "used" }, pointsLog: null });
    expect(await couponRow(pool, number)).toMatchObject({ wallet_id: id });
  });

  it("is taken back by CancelCoupon within its days, and used again", async () => {
    const { request, number } = await coupon();
    expectRefusal(await till.send("CancelCoupon", request), 1421);
    expect((await till.send("RedeemCoupon", request)).json.errorCode).toBe("0");
    const late = await api.at("2026-03-12T10:00:00Z", () => till.send("CancelCoupon", request));
    expectRefusal(late, 1412);
    const sent = { ...request, ExternalLogId: newReference() };
    const first = await till.send("CancelCoupon", sent);
    expect(first.json).toMatchObject({ errorCode: "0", couponDetails: { state: "issued" } });
    expect((await till.send("RedeemCoupon", request)).json.errorCode).toBe("0");
    // The retry is answered as the first time, and takes nothing back.
    const again = await till.send("CancelCoupon", sent);
    expect(again.json).toEqual(first.json);
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "used", uses: 2 });
  });

  it("is void with CancelCoupon and Void, where it is the merchant's own and came with no transaction", async () => {
    const { request, number } = await coupon({ merchant_id: 1 });
    const answer = await till.send("CancelCoupon", { ...request, Void: true });
    expect(answer.json).toMatchObject({ errorCode: "0", couponDetails: { state: "void" } });
    expectRefusal(await till.send("CancelCoupon", { ...request, Void: true }), 1421);
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "void" });
    const { request: shared } = await coupon();
    expectRefusal(await till.send("CancelCoupon", { ...shared, Void: true }), 1421);
  });

  it("is listed by GetCoupons with the others of its wallet, and with what can be had for points", async () => {
    const { pool } = api.database;
    const { fields, id } = await api.customer();
    const template = await createTemplate(pool, { merchant_id: 1, cost_points: 7 });
    const foreign = await createTemplate(pool, { merchant_id: 2 });
    const open = await createCoupon(pool, template, id, { valid_until: "2026-12-31" });
    const lapsed = await createCoupon(pool, template, id, { valid_until: "2026-01-31" });
    await createCoupon(pool, foreign, id);
    const { json } = await till.send("GetCoupons", fields, { language: "ar" });
    expect(json).toMatchObject({ errorCode: "0", wallet: { id }, pointsLog: null });
    const { coupons, offers } = json as unknown as { coupons: object[]; offers: object[] };
    expect(coupons).toMatchObject([
      { couponNumber: lapsed, state: "lapsed", title: "قهوة مجانية" },
      { couponNumber: open, state: "issued" },
    ]);
    expect(offers).toContainEqual(
      expect.objectContaining({ offerNumber: template.offerNumber, costPoints: 7 }),
    );
    expect(offers).not.toContainEqual(expect.objectContaining({ offerNumber: foreign.offerNumber }));
  });
});
