import { expect, it } from "vitest";
import { redeemed } from "@/tests/api/suites/bad-input";
import { BRANCH, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  it("undoes a redemption: points are back, and transaction names what was undone", async () => {
    const { id, fields } = await api.customer({ points: 1_000 });
    const redemption = expectSuccess(await till.redeem(fields)).entry;
    const reference = newReference();
    const answer = await till.cancel({
      ...fields,
      TransactionId: redemption.id,
      ExternalLogId: reference,
      InvoiceNumber: "V-1",
      Comment: "Wrong customer",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 1_000, accumulatedPoints: 1_000, redPoints: 0 });
    expect(entry).toEqual({
      id: expect.any(Number),
      walletId: id,
      actorWalletId: id,
      channelId: 1,
      logTypeId: 4,
      comments: "Wrong customer",
      merchantMSISDN: BRANCH,
      amount: 100,
      amountValue: 100,
      balanceAfter: 1_000,
      isExpired: false,
      createdDate: "2026-03-10T12:00:00+02:00",
      invoiceDate: null,
      invoiceNumber: "V-1",
      skuPointsId: null,
      refundedLogId: null,
      userId: expect.any(Number),
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({
      transaction: { cancelledLogId: redemption.id, cancelledLogTypeId: 1 },
      totalAmount: 100,
      couponNumber: null,
    });
  });

  it("undoes a reward, lifetime points included", async () => {
    const { fields } = await api.customer({ points: 10 });
    const { entry } = expectSuccess(await till.reward({ ...fields, PointsValue: 40 }));
    const answer = await till.cancel({ ...fields, TransactionId: entry.id });
    expect(expectSuccess(answer).wallet).toMatchObject({
      totalPoints: 10,
      accumulatedPoints: 10,
      redPoints: 0,
    });
    expect(answer.json.transaction).toEqual({ cancelledLogId: entry.id, cancelledLogTypeId: 2 });
  });

  it("undoes a refund, after which the redemption can be refunded again", async () => {
    const request = await redeemed(api, till);
    const refund = expectSuccess(await till.refund(request)).entry.id;
    const answer = await till.cancel({ ...request, TransactionId: refund });
    expect(expectSuccess(answer).wallet).toMatchObject({ totalPoints: 900, redPoints: 100 });
    expect(answer.json.transaction).toEqual({ cancelledLogId: refund, cancelledLogTypeId: 3 });
    expect(expectSuccess(await till.refund(request)).wallet.totalPoints).toBe(1_000);
  });

  it("takes a balance below zero when the reward's points were spent already, and later rewards repay it", async () => {
    const { fields } = await api.customer({ points: 0 });
    const reward = expectSuccess(await till.reward({ ...fields, PointsValue: 100 })).entry.id;
    expectSuccess(await till.redeem({ ...fields, PointsValue: 80 }));
    const cancelled = expectSuccess(await till.cancel({ ...fields, TransactionId: reward }));
    expect(cancelled.wallet).toMatchObject({ totalPoints: -80, accumulatedPoints: 0, billRewardPoints: 0 });
    expect(expectSuccess(await till.reward({ ...fields, PointsValue: 100 })).wallet.totalPoints).toBe(20);
  });

  it("finds an operation by its ExternalLogId, for a till that never got the answer", async () => {
    const { fields } = await api.customer();
    const reference = newReference();
    const redemption = expectSuccess(await till.redeem({ ...fields, ExternalLogId: reference })).entry.id;
    const answer = await till.cancel({ ...fields, OriginalExternalLogId: reference });
    expectSuccess(answer);
    expect(answer.json.transaction).toMatchObject({ cancelledLogId: redemption });
  });

  it.each([
    ["of usual length", 0],
    ["of the longest", 64],
  ])("finds an operation by the Idempotency-Key it was sent with, %s", async (_, length) => {
    const { fields } = await api.customer();
    const key = newReference().padEnd(length, "k");
    expectSuccess(await till.redeem(fields, { headers: { "Idempotency-Key": key } }));
    expect(
      expectSuccess(await till.cancel({ ...fields, OriginalExternalLogId: key })).wallet.totalPoints,
    ).toBe(1_000);
  });

  it("works until the end of the next business day in Cairo: a Thursday's entry until Sunday midnight", async () => {
    const { fields } = await api.customer();
    const entry = await api.at("2026-03-12T10:00:00Z", async () => {
      return [
        expectSuccess(await till.redeem(fields)).entry.id,
        expectSuccess(await till.redeem(fields)).entry.id,
      ];
    });
    await api.at("2026-03-15T21:59:59Z", async () => {
      expectSuccess(await till.cancel({ ...fields, TransactionId: entry[0] }));
    });
    await api.at("2026-03-15T22:00:00Z", async () => {
      expect((await till.cancel({ ...fields, TransactionId: entry[1] })).json.errorCode).toBe("1412");
    });
  });
});
