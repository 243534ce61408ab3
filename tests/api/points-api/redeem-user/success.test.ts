import { describe, expect, it } from "vitest";
import {
  BRANCH,
  expectRefusal,
  expectSuccess,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { createSegment, SEGMENT } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  it("takes the points of the bill and answers with the wallet and the entry", async () => {
    const { id, fields } = await api.customer({ points: 1_000 });
    const reference = newReference();
    const answer = await till.redeem({
      ...fields,
      PointsValue: 50,
      Comment: "Counter 3",
      ExternalLogId: reference,
      InvoiceNumber: "INV-35-1",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({
      id,
      totalPoints: 950,
      accumulatedPoints: 1_000,
      redPoints: 50,
      billRewardPoints: 950,
    });
    expect(entry).toEqual({
      id: expect.any(Number),
      walletId: id,
      actorWalletId: id,
      channelId: 1,
      logTypeId: 1,
      comments: "Counter 3",
      merchantMSISDN: BRANCH,
      amount: 50,
      amountValue: 50,
      balanceAfter: 950,
      isExpired: false,
      createdDate: "2026-03-10T12:00:00+02:00",
      invoiceDate: null,
      invoiceNumber: "INV-35-1",
      skuPointsId: null,
      refundedLogId: null,
      userId: expect.any(Number),
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({
      errorMessage: "Success",
      offerNumber: 0,
      couponNumber: null,
      couponDetails: null,
      transaction: null,
      totalAmount: 50,
    });
  });

  it("rounds exactly once, upwards: at 0.3 points per unit a bill of 11 costs 4", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "0.3" });
    const { fields } = await api.customer({ points: 10, segmentId });
    const { entry } = expectSuccess(await till.redeem({ ...fields, PointsValue: 11 }));
    expect(entry).toMatchObject({ amount: 4, amountValue: 11, balanceAfter: 6 });
  });

  it("rounds nothing that is exact: at 0.1 points per unit a bill of 30 costs 3", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "0.1" });
    const { fields } = await api.customer({ points: 3, segmentId });
    const { entry } = expectSuccess(await till.redeem({ ...fields, PointsValue: 30 }));
    expect(entry).toMatchObject({ amount: 3, balanceAfter: 0 });
  });

  it("takes the last point, and a threshold that is just reached is reached", async () => {
    const { fields } = await api.customer({ points: 500, segment: SEGMENT.gold });
    expect(expectSuccess(await till.redeem({ ...fields, PointsValue: 250 })).wallet).toMatchObject({
      totalPoints: 0,
      redPoints: 500,
    });
  });

  it("carries out a request without any reference each time it comes: nothing is guessed", async () => {
    const { fields } = await api.customer({ points: 100 });
    const first = expectSuccess(await till.redeem({ ...fields, PointsValue: 10 }));
    const second = expectSuccess(await till.redeem({ ...fields, PointsValue: 10 }));
    expect(second.wallet.totalPoints).toBe(80);
    expect(second.entry.id).toBeGreaterThan(first.entry.id);
    expect(second.entry.externalLogId).toBe("");
  });

  describe("the PIN", () => {
    it("is asked for, checked and forgotten: 1310, 1311, then the redemption, and no wallet before it is right", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      expect(expectRefusal(await till.redeem(fields), 1310)).toBeNull();
      expect(expectRefusal(await till.redeem({ ...fields, PinCode: "" }), 1310)).toBeNull();
      expect(expectRefusal(await till.redeem({ ...fields, PinCode: PINS.wrong }), 1311)).toBeNull();
      expect(expectSuccess(await till.redeem({ ...fields, PinCode: PINS.right })).wallet.totalPoints).toBe(
        900,
      );
    });

    it("of the documented wallet is 1234, in Latin or Arabic-Indic digits", async () => {
      const wallet = { WalletCode: "100002", ContactMsisdn: "01110000002", BranchMsisdn: BRANCH };
      for (const PinCode of ["1234", "١٢٣٤", "۱۲۳۴"])
        expectSuccess(await till.redeem({ ...wallet, PointsValue: 1, PinCode }));
    });

    it("is not looked at where the wallet has none", async () => {
      const { fields } = await api.customer();
      expectSuccess(await till.redeem({ ...fields, PinCode: PINS.wrong }));
    });

    it("is locked for 15 minutes by five wrong ones in a row, and the right one does not open it before", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      for (let attempt = 1; attempt <= 5; attempt += 1)
        expectRefusal(await till.redeem({ ...fields, PinCode: PINS.wrong }), 1311);
      expect(expectRefusal(await till.redeem({ ...fields, PinCode: PINS.right }), 1312)).toBeNull();
      await api.at("2026-03-10T10:14:59Z", async () => {
        expectRefusal(await till.redeem({ ...fields, PinCode: PINS.right }), 1312);
      });
      await api.at("2026-03-10T10:15:00Z", async () => {
        expectSuccess(await till.redeem({ ...fields, PinCode: PINS.right }));
      });
    });

    it("counts guesses made at once one after the other: of 20 wrong ones 5 are looked at", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      const guesses = Array.from({ length: 20 }, () => till.redeem({ ...fields, PinCode: PINS.wrong }));
      const codes = (await Promise.all(guesses)).map(({ json }) => json.errorCode);
      expect(codes.filter((code) => code === "1311")).toHaveLength(5);
      expect(codes.filter((code) => code === "1312")).toHaveLength(15);
    });

    it("starts counting afresh after a right one", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      for (let round = 1; round <= 2; round += 1) {
        for (let attempt = 1; attempt <= 4; attempt += 1)
          expectRefusal(await till.redeem({ ...fields, PinCode: PINS.wrong }), 1311);
        expectSuccess(await till.redeem({ ...fields, PinCode: PINS.right, PointsValue: 1 }));
      }
    });

    it("stays locked until it is reset after 10 wrong ones within 24 hours", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      for (const time of ["2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z"]) {
        await api.at(time, async () => {
          for (let attempt = 1; attempt <= 5; attempt += 1)
            expectRefusal(await till.redeem({ ...fields, PinCode: PINS.wrong }), 1311);
        });
      }
      await api.at("2027-03-10T12:00:00Z", async () => {
        const locked = await till.redeem({ ...fields, PinCode: PINS.right });
        expect(locked).toMatchObject({
          status: 423,
          json: { errorCode: "1312", errorMessage: "PIN code is locked. Have it reset" },
        });
        expect(locked.headers["retry-after"]).toBeUndefined();
      });
    });
  });
});
