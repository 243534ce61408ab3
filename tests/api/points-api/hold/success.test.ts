import { expect, it } from "vitest";
import {
  BRANCH,
  expectRefusal,
  expectSuccess,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  it("sets points aside, and says which hold it is and when it ends", async () => {
    const { id, fields } = await api.customer({ points: 1_000 });
    const reference = newReference();
    const answer = await till.hold({
      ...fields,
      PointsValue: 80.5,
      Minutes: 120,
      ExternalLogId: reference,
      InvoiceNumber: "ORD-1",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({
      totalPoints: 919,
      suspendedPoints: 81,
      redPoints: 0,
      billRewardPoints: 919,
    });
    expect(entry).toMatchObject({
      walletId: id,
      logTypeId: 12,
      comments: "Points held",
      merchantMSISDN: BRANCH,
      amount: 81,
      amountValue: 81,
      balanceAfter: 919,
      refundedLogId: null,
      invoiceNumber: "ORD-1",
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({
      transaction: { holdId: entry.id, heldPoints: 81, expiresDate: "2026-03-10T14:00:00+02:00" },
      totalAmount: 80.5,
    });
  });

  it("lasts 30 minutes where nobody says how long, and governs by points where both are sent", async () => {
    const { fields } = await api.customer({ points: 1_000 });
    const answer = await till.hold({ ...fields, Points: 50, PointsValue: 50 });
    expect(expectSuccess(answer).entry.amount).toBe(50);
    expect(answer.json.transaction).toMatchObject({ expiresDate: "2026-03-10T12:30:00+02:00" });
    expectRefusal(await till.hold({ ...fields, Points: 50, PointsValue: 70 }), 1405);
  });

  it("of neither points nor an amount is refused with 1001", async () => {
    const { fields } = await api.customer();
    expectRefusal(await till.hold({ ...fields, PointsValue: null }), 1001, { field: "PointsValue" });
  });

  it("asks for the PIN as a redemption does", async () => {
    const { fields } = await api.customer({ points: 1_000, pin: PINS.right });
    expectRefusal(await till.hold({ ...fields, PointsValue: 10 }), 1310);
    expectRefusal(await till.hold({ ...fields, PointsValue: 10, PinCode: PINS.wrong }), 1311);
    expectSuccess(await till.hold({ ...fields, PointsValue: 10, PinCode: PINS.right }));
  });

  it("cannot be spent, nor held again, while it is open", async () => {
    const { fields } = await api.customer({ points: 100 });
    expectSuccess(await till.hold({ ...fields, PointsValue: 60 }));
    expectRefusal(await till.hold({ ...fields, PointsValue: 41 }), 1301);
    expectRefusal(await till.redeem({ ...fields, PointsValue: 41 }), 1301);
    expect(expectSuccess(await till.redeem({ ...fields, PointsValue: 40 })).wallet.totalPoints).toBe(0);
  });

  it("is found again with what has become of it", async () => {
    const { fields } = await api.customer({ points: 100 });
    const reference = newReference();
    const HoldId = expectSuccess(await till.hold({ ...fields, PointsValue: 60, ExternalLogId: reference }))
      .entry.id;
    const ask = async () =>
      (await till.send("GetTransaction", { ...fields, ExternalLogId: reference, Operation: "Hold" })).json;
    expect(await ask()).toMatchObject({
      transaction: { operation: "Hold", holdState: "open", endedByLogId: null, usableFrom: null },
    });
    const redemption = expectSuccess(await till.capture({ ...fields, HoldId, PointsValue: 45 })).entry.id;
    expect(await ask()).toMatchObject({ transaction: { holdState: "captured", endedByLogId: redemption } });
  });

  it("is told as released from the end of its minutes on, when its points can be spent at once", async () => {
    const { fields } = await api.customer({ points: 100 });
    const sent = { ...fields, PointsValue: 60, Minutes: 5, ExternalLogId: newReference() };
    expectSuccess(await till.hold(sent));
    const ask = async () =>
      (await till.send("GetTransaction", { ...fields, ExternalLogId: sent.ExternalLogId })).json.transaction;
    await api.at("2026-03-10T10:04:59Z", async () => {
      expect(await ask()).toMatchObject({ holdState: "open" });
    });
    await api.at("2026-03-10T10:05:00Z", async () => {
      expect(await ask()).toMatchObject({ holdState: "released", endedByLogId: null });
      expect(expectSuccess(await till.redeem({ ...fields, PointsValue: 100 })).wallet.totalPoints).toBe(0);
      expect(await ask()).toMatchObject({ holdState: "released", endedByLogId: expect.any(Number) });
    });
  });
});
