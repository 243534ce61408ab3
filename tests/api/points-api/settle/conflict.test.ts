import { describe, expect, it } from "vitest";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import {
  countCodes,
  expectRefusal,
  expectSuccess,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { couponRow, createCoupon, createTemplate, type TestTemplate } from "@/tests/support/coupons";
import { createSegment } from "@/tests/support/demo-fixture";

type Fields = Readonly<Record<string, unknown>>;

throughEachDoor((api, till) => {
  const amount = (discount: number, more: Parameters<typeof createTemplate>[1] = {}) =>
    createTemplate(api.database.pool, { discount_type: 2, discount, ...more });
  const coupon = (template: TestTemplate, walletId: number | null) =>
    createCoupon(api.database.pool, template, walletId);
  const settle = (fields: Fields, more: Fields) =>
    till.send("Settle", { ...fields, ExternalLogId: newReference(), ...more });
  /** Sends a bill that must change nothing. Returns the code of the refusal, and the part that it names. */
  const refused = async (fields: Fields, more: Fields) => {
    const before = await api.snapshot();
    const { json } = await settle(fields, more);
    expect(await api.snapshot()).toEqual(before);
    expect(json.pointsLog).toBeNull();
    return { code: json.errorCode, ...(json.transaction as object | null) };
  };

  describeStandings(api, till, {
    operation: "Settle",
    allowed: [1, 2],
    goodRequest: async ({ fields }) => ({ ...fields, BillValue: 50, ExternalLogId: newReference() }),
  });

  describeReplays(api, till, {
    operation: "Settle",
    goodRequest: async () => {
      const { id, fields } = await api.customer();
      return {
        ...{ ...fields, BillValue: 260, CouponNumbers: [await coupon(await amount(50), id)] },
        ...{ RedeemValue: 120, InvoiceNumber: "INV-1", Comment: "Counter 3" },
      };
    },
    otherContent: {
      BillValue: 261,
      CouponNumbers: ["7KQ2M4XB9TZ3HRWQ"],
      RedeemValue: "max",
      InvoiceNumber: "INV-2",
      Comment: "Counter 4",
      BranchMsisdn: "01000000002",
    },
  });

  describe("a part that cannot be taken", () => {
    it("is named with its coupon: another customer's, another merchant's, of the same offer, or too good for the bill", async () => {
      const { id, fields } = await api.customer();
      const offer = await amount(50, { min_bill: 100 });
      const [own, twin] = [await coupon(offer, id), await coupon(offer, id)];
      const foreign = await coupon(offer, (await api.customer()).id);
      const elsewhere = await coupon(await amount(50, { merchant_id: 2 }), id);
      const bill = (BillValue: number, ...CouponNumbers: string[]) =>
        refused(fields, { BillValue, CouponNumbers });
      const of = (code: string, couponNumber: string) => ({ code, part: "coupons", couponNumber });
      expect(await bill(260, foreign)).toEqual(of("1420", foreign));
      expect(await bill(260, elsewhere)).toEqual(of("1421", elsewhere));
      expect(await bill(260, own, twin)).toEqual(of("1421", twin));
      expect(await bill(99.99, own)).toEqual(of("1421", own));
      for (const number of [own, twin])
        expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "issued", uses: 0 });
    });

    it("is the points: more than is left, than there are, below the threshold, or without the right PIN", async () => {
      const { fields } = await api.customer({ points: 100 });
      const points = (code: string) => ({ code, part: "points", couponNumber: null });
      const pay = (RedeemValue: number, more: Fields = {}) =>
        refused(fields, { BillValue: 120, RedeemValue, ...more });
      expect(await pay(120.01)).toEqual(points("1002"));
      expect(await pay(101)).toEqual(points("1301"));
      const segmentId = await createSegment(api.database.pool, { redeem_threshold: 500 });
      const poor = await api.customer({ points: 100, segmentId });
      expect(await refused(poor.fields, { BillValue: 120, RedeemValue: 10 })).toEqual(points("1302"));
      // As much as points pay is nothing below the threshold.
      expectSuccess(await settle(poor.fields, { BillValue: 120, RedeemValue: "max" }));
      const { fields: proved } = await api.customer({ pin: PINS.right });
      const bill = { BillValue: 120, RedeemValue: 10 };
      expect(await refused(proved, bill)).toEqual(points("1310"));
      expectRefusal(await settle(proved, { ...bill, PinCode: PINS.wrong }), 1311);
      expectSuccess(await settle(proved, { ...bill, PinCode: PINS.right }));
    });

    it("is the reward: of an invoice that was rewarded before, and whose bill another Settle would repeat", async () => {
      await api.configure("UPDATE programme SET repeated_invoices = 'refused'");
      await api.configure("UPDATE api_client SET wallet_rewards_max = 1000");
      try {
        const { fields } = await api.customer();
        const InvoiceNumber = newReference();
        const bill = { BillValue: 100, RedeemValue: 10, InvoiceNumber };
        expectSuccess(await settle(fields, bill));
        expect(await refused(fields, bill)).toEqual({ code: "1702", part: "reward", couponNumber: null });
        const reward = { ...fields, PointsValue: 100, InvoiceNumber, ExternalLogId: newReference() };
        expectRefusal(await till.reward(reward), 1702);
        const quoted = await till.quote({ Operation: "Settle", ...fields, ...bill });
        expectRefusal(quoted, 1702);
        expect(quoted.json.transaction).toEqual({ part: "reward", couponNumber: null });
      } finally {
        await api.configure("UPDATE programme SET repeated_invoices = 'off'");
        await api.configure("UPDATE api_client SET wallet_rewards_max = NULL");
      }
    });
  });

  it("takes no more off than the bill: one of 0 after its coupon is recorded, and earns nothing", async () => {
    const { id, fields } = await api.customer({ points: 100 });
    const CouponNumbers = [await coupon(await amount(500), id)];
    expect(await refused(fields, { BillValue: 120, CouponNumbers, RedeemValue: 1 })).toMatchObject({
      code: "1002",
      part: "points",
    });
    const answer = await settle(fields, { BillValue: 120, CouponNumbers, RedeemValue: "max" });
    const { wallet, entry } = expectSuccess(answer);
    expect([wallet.totalPoints, entry.amount]).toEqual([100, 0]);
    expect(answer.json.transaction).toMatchObject({
      coupons: [{ valueOff: 120 }],
      ...{ paidWithPoints: 0, payable: 0, entries: [{ logTypeId: 2 }] },
    });
  });

  it("two tills settle bills with one coupon at once: one does, the other's bill is not settled at all", async () => {
    const number = await coupon(await amount(50), null);
    const customers = [await api.customer({ points: 100 }), await api.customer({ points: 100 })];
    const bill = { BillValue: 260, CouponNumbers: [number], RedeemValue: 20 };
    const answers = await Promise.all(customers.map(({ fields }) => settle(fields, bill)));
    const codes = countCodes(answers);
    expect([codes["0"], (codes["1420"] ?? 0) + (codes["1421"] ?? 0)]).toEqual([1, 1]);
    const wallets = await Promise.all(customers.map(({ fields }) => till.wallet(fields)));
    expect(wallets.map(({ json }) => json.wallet?.totalPoints).sort()).toEqual([100, 290]);
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "used", uses: 1 });
  });

  it("is cancelled whole or not at all: neither its redemption alone, nor once a part came back", async () => {
    const { id, fields } = await api.customer({ points: 500 });
    const number = await coupon(await amount(50), id);
    const answer = await settle(fields, { BillValue: 260, CouponNumbers: [number], RedeemValue: 120 });
    const { entry } = expectSuccess(answer);
    const { entries } = answer.json.transaction as unknown as { entries: { id: number }[] };
    const redemption = entries[0]?.id;
    expectRefusal(await till.cancel({ ...fields, TransactionId: redemption }), 1414);
    const alone = await till.refund({ ...fields, TransactionId: redemption, PointsValue: 60 });
    expectRefusal(alone, 1402);
    expect(alone.json.errorMessage).toContain(`transaction ${entry.id}`);
    expectSuccess(await till.returnReward({ ...fields, TransactionId: entry.id, PointsValue: 130 }));
    const whole = await till.cancel({ ...fields, TransactionId: entry.id });
    expectRefusal(whole, 1413);
    expect(whole.json.transaction).toEqual({ part: "points", couponNumber: null });
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "used" });
  });

  it("goes by the wallet as it is when it is settled, not as it was quoted: its rates, or that it was merged away", async () => {
    const { id, fields } = await api.customer({ points: 500 });
    const bill = { BillValue: 100, RedeemValue: "max" };
    const quoted = await till.quote({ Operation: "Settle", ...fields, ...bill });
    expect(quoted.json.transaction).toMatchObject({ transaction: { paidWithPoints: 100, payable: 0 } });
    const segmentId = await createSegment(api.database.pool, { reward_factor: "2", redeem_factor: "10" });
    await api.database.pool.query("UPDATE wallet SET segment_id = $2 WHERE id = $1", [id, segmentId]);
    const answer = await settle(fields, bill);
    expect(expectSuccess(answer).entry.amount).toBe(200);
    expect(answer.json.transaction).toMatchObject({ paidWithPoints: 50, payable: 50 });
    await api.database.pool.query("UPDATE wallet SET status_id = 6 WHERE id = $1", [id]);
    expect(await refused(fields, bill)).toEqual({ code: "1206" });
  });
});
