import { describe, expect, it } from "vitest";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import {
  BRANCH,
  countCodes,
  expectRefusal,
  expectSuccess,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { createSegment, SEGMENT } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "RedeemUser",
    allowed: [1],
    goodRequest: async ({ fields }) => ({ ...fields, PointsValue: 5 }),
  });

  it("refuses more than the balance with 1301, shows the wallet, and takes nothing", async () => {
    const { fields } = await api.customer({ points: 99 });
    const before = await api.snapshot();
    const wallet = expectRefusal(await till.redeem({ ...fields, PointsValue: 100 }), 1301);
    expect(wallet).toMatchObject({ totalPoints: 99, walletCode: fields.WalletCode });
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses under the segment's threshold with 1302 and its minimum, in both languages", async () => {
    const { fields } = await api.customer({ points: 499, segment: SEGMENT.gold });
    const english = await till.redeem({ ...fields, PointsValue: 1 });
    expect(expectRefusal(english, 1302)).toMatchObject({ totalPoints: 499, billRewardPoints: 0 });
    expect(english.json.errorMessage).toBe("Balance is below the minimum required to redeem (500)");
    const arabic = await till.redeem({ ...fields, PointsValue: 1 }, { language: "ar" });
    expect(arabic.json.errorMessage).toBe("الرصيد أقل من الحد الأدنى المطلوب للاستبدال (500)");
  });

  it("refuses a redemption of more points than one entry may move with 1304 and the maximum", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "10000" });
    const { fields } = await api.customer({ segmentId, points: 10 });
    const answer = await till.redeem({ ...fields, PointsValue: 1_000_000 });
    expectRefusal(answer, 1304);
    expect(answer.json.errorMessage).toBe("Points exceed the maximum allowed (100000000)");
  });

  it("refuses a wallet whose redemption is not activated with 1306", async () => {
    const wallet = { WalletCode: "100008", ContactMsisdn: "01110000008", BranchMsisdn: BRANCH };
    expect(expectRefusal(await till.redeem({ ...wallet, PointsValue: 1 }), 1306)).toMatchObject({
      redemptionActivationFlag: false,
      totalPoints: 300,
    });
  });

  it("checks the PIN before the balance, so that the balance is not disclosed without it", async () => {
    const { fields } = await api.customer({ points: 10, pin: PINS.right });
    expect(expectRefusal(await till.redeem({ ...fields, PointsValue: 11 }), 1310)).toBeNull();
    expect(
      expectRefusal(await till.redeem({ ...fields, PointsValue: 11, PinCode: PINS.wrong }), 1311),
    ).toBeNull();
    expectRefusal(await till.redeem({ ...fields, PointsValue: 11, PinCode: PINS.right }), 1301);
  });

  it("spends points once: of 50 redemptions at once that each take all, one is carried out", async () => {
    const { fields } = await api.customer({ points: 100 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => till.redeem({ ...fields, ExternalLogId: newReference() })),
    );
    expect(countCodes(answers)).toEqual({ "0": 1, "1301": 49 });
    expectRefusal(await till.redeem({ ...fields, PointsValue: 1 }), 1301);
  });

  it("lets 50 redemptions at once take exactly what there is", async () => {
    const { fields } = await api.customer({ points: 350 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => till.redeem({ ...fields, PointsValue: 10 })),
    );
    expect(countCodes(answers)).toEqual({ "0": 35, "1301": 15 });
  });

  describeReplays(api, till, {
    operation: "RedeemUser",
    goodRequest: async () => {
      const { fields } = await api.customer();
      return { ...fields, PointsValue: 100, Comment: "Counter 3" };
    },
    otherContent: { PointsValue: 101, Comment: "Counter 4", BranchMsisdn: "01000000002" },
  });

  describe("a retry", () => {
    it("is recognised whatever PIN comes with it, and counts no wrong PIN", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      const request = { ...fields, ExternalLogId: newReference() };
      const first = expectSuccess(await till.redeem({ ...request, PinCode: PINS.right }));
      for (const PinCode of [
        undefined,
        PINS.wrong,
        PINS.wrong,
        PINS.wrong,
        PINS.wrong,
        PINS.wrong,
        PINS.wrong,
      ]) {
        const again = await till.redeem({ ...request, PinCode });
        expect(again.headers["idempotent-replayed"]).toBe("true");
        expect(expectSuccess(again).entry.id).toBe(first.entry.id);
      }
      expectSuccess(await till.redeem({ ...fields, PinCode: PINS.right }));
    });

    it("after a wrong PIN may use the same reference with the right one: a refusal uses up nothing", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      const request = { ...fields, ExternalLogId: newReference() };
      expectRefusal(await till.redeem({ ...request, PinCode: PINS.wrong }), 1311);
      const answer = await till.redeem({ ...request, PinCode: PINS.right });
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
      expectSuccess(answer);
    });
  });
});
