import { expect, it } from "vitest";
import { BRANCH, type Caller, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";
import { createSegment } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  it("takes all of a reward back and names it in the transaction", async () => {
    const { id, fields } = await api.customer({ points: 0 });
    const TransactionId = await reward(till, fields, 100);
    const reference = newReference();
    const answer = await till.returnReward({
      ...fields,
      TransactionId,
      ExternalLogId: reference,
      InvoiceNumber: "R-1",
      Comment: "Faulty",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 0, accumulatedPoints: 0, redPoints: 0 });
    expect(entry).toEqual({
      id: expect.any(Number),
      walletId: id,
      actorWalletId: id,
      channelId: 1,
      logTypeId: 11,
      comments: "Faulty",
      merchantMSISDN: BRANCH,
      amount: 100,
      amountValue: 100,
      balanceAfter: 0,
      isExpired: false,
      createdDate: "2026-03-10T12:00:00+02:00",
      invoiceDate: null,
      invoiceNumber: "R-1",
      skuPointsId: null,
      refundedLogId: null,
      userId: expect.any(Number),
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({
      transaction: { returnedLogId: TransactionId, returnedLogTypeId: 2, remainingPoints: 0 },
      couponNumber: null,
      couponDetails: null,
      totalAmount: 100,
    });
  });

  it("takes back in parts, and what remains when neither Points nor PointsValue is sent; each answer says what remains", async () => {
    const { fields } = await api.customer({ points: 0 });
    const TransactionId = await reward(till, fields, 100);
    const parts = [];
    for (const part of [{ Points: 30 }, { PointsValue: 20 }, {}]) {
      const answer = await till.returnReward({ ...fields, TransactionId, ...part });
      const { entry, wallet } = expectSuccess(answer);
      parts.push([entry.amount, entry.amountValue, wallet.totalPoints, answer.json.transaction]);
    }
    const named = { returnedLogId: TransactionId, returnedLogTypeId: 2 };
    expect(parts).toEqual([
      [30, 30, 70, { ...named, remainingPoints: 70 }],
      [20, 20, 50, { ...named, remainingPoints: 50 }],
      [50, 50, 0, { ...named, remainingPoints: 0 }],
    ]);
  });

  it("says what happened in the language of the answer where the caller says nothing", async () => {
    const { fields } = await api.customer({ points: 0 });
    const TransactionId = await reward(till, fields, 100);
    const request = { ...fields, TransactionId, Points: 1 };
    expect(expectSuccess(await till.returnReward(request)).entry.comments).toBe("Goods returned");
    const arabic = await till.returnReward(request, { language: "ar" });
    expect(expectSuccess(arabic).entry.comments).toBe("مرتجع بضاعة");
  });

  it("converts at the rate of the reward, not at today's, and keeps its bonus until the whole bill is back", async () => {
    const segmentId = await createSegment(api.database.pool, { reward_factor: "1.5", bonus_points: 10 });
    const { id, fields } = await api.customer({ points: 0, segmentId });
    const TransactionId = await reward(till, fields, 99);
    const other = await createSegment(api.database.pool, { reward_factor: "7", bonus_points: 0 });
    await api.database.pool.query("UPDATE wallet SET segment_id = $2 WHERE id = $1", [id, other]);
    const first = expectSuccess(await till.returnReward({ ...fields, TransactionId, PointsValue: 33 }));
    // 66 units earn 99 points: 148 for the bill and 10 as bonus were given.
    expect(first.entry).toMatchObject({ amount: 49, amountValue: 33, balanceAfter: 109 });
    const second = expectSuccess(await till.returnReward({ ...fields, TransactionId, PointsValue: 66 }));
    expect(second.entry).toMatchObject({ amount: 109, amountValue: 66, balanceAfter: 0 });
    expect(second.wallet).toMatchObject({ accumulatedPoints: 0, segment: { rewValueFactor: 7 } });
  });

  it("lets Points govern when PointsValue says the same within the rounding of one point", async () => {
    const segmentId = await createSegment(api.database.pool, { reward_factor: "0.3" });
    const { fields } = await api.customer({ points: 0, segmentId });
    const TransactionId = await reward(till, fields, 20);
    const request = { ...fields, TransactionId, Points: 2, PointsValue: 6 };
    expect(expectSuccess(await till.returnReward(request)).entry).toMatchObject({
      amount: 2,
      amountValue: 6,
    });
  });

  it("records goods that had earned no point of their own", async () => {
    const segmentId = await createSegment(api.database.pool, { reward_factor: "0.1" });
    const { fields } = await api.customer({ points: 0, segmentId });
    const TransactionId = await reward(till, fields, 29);
    const answer = await till.returnReward({ ...fields, TransactionId, PointsValue: 9 });
    expect(expectSuccess(answer).entry).toMatchObject({ amount: 0, amountValue: 9, balanceAfter: 2 });
    expect(answer.json).toMatchObject({ transaction: { remainingPoints: 2 }, totalAmount: 9 });
  });

  it("takes points that were spent below zero, and later rewards repay them", async () => {
    const { fields } = await api.customer({ points: 0 });
    const TransactionId = await reward(till, fields, 100);
    expectSuccess(await till.redeem({ ...fields, PointsValue: 80 }));
    const { wallet } = expectSuccess(await till.returnReward({ ...fields, TransactionId }));
    expect(wallet).toMatchObject({
      totalPoints: -80,
      accumulatedPoints: 0,
      redPoints: 80,
      billRewardPoints: 0,
    });
    const repaid = await till.reward({ ...fields, PointsValue: 100 });
    expect(expectSuccess(repaid).wallet.totalPoints).toBe(20);
  });

  it("works at another branch of the merchant, and for another client of it", async () => {
    const { fields } = await api.customer();
    const TransactionId = await reward(till, fields, 10);
    const request = { ...fields, BranchMsisdn: "01000000002", TransactionId, Points: 5 };
    expect(expectSuccess(await till.returnReward(request)).entry.merchantMSISDN).toBe("01000000002");
    expectSuccess(await till.returnReward(request, { clientId: "pis_test_http200" }));
  });

  it("takes nothing out of a lot that has lapsed: the points come out of others", async () => {
    const { fields } = await api.customer({ points: 0 });
    const before = "2026-03-31T10:00:00Z";
    const later = "2026-05-01T10:00:00Z";
    await api.configure("UPDATE programme SET points_validity_months = 1");
    try {
      const TransactionId = await api.at(before, () => reward(till, fields, 100));
      await api.at("2026-04-20T10:00:00Z", () => reward(till, fields, 5));
      await api.configure("UPDATE programme SET points_validity_months = 24");
      await api.at(later, async () => {
        expectSuccess(await till.reward({ ...fields, PointsValue: 30 }));
        const { entry } = expectSuccess(await till.returnReward({ ...fields, TransactionId }));
        expect(entry).toMatchObject({ amount: 100, balanceAfter: -65 });
      });
    } finally {
      await api.configure("UPDATE programme SET points_validity_months = 24");
    }
  });
});

async function reward(
  till: Caller,
  fields: Readonly<Record<string, unknown>>,
  PointsValue: number,
): Promise<number> {
  return expectSuccess(await till.reward({ ...fields, PointsValue })).entry.id;
}
