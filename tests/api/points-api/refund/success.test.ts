import { expect, it } from "vitest";
import { BRANCH, type Caller, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";
import { createSegment } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  it("gives back all of a redemption and names it in refundedLogId", async () => {
    const { id, fields } = await api.customer({ points: 1_000 });
    const TransactionId = await redeem(till, fields, 100);
    const reference = newReference();
    const answer = await till.refund({
      ...fields,
      TransactionId,
      ExternalLogId: reference,
      InvoiceNumber: "R-1",
      Comment: "Returned",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 1_000, accumulatedPoints: 1_000, redPoints: 0 });
    expect(entry).toEqual({
      id: expect.any(Number),
      walletId: id,
      actorWalletId: id,
      channelId: 1,
      logTypeId: 3,
      comments: "Returned",
      merchantMSISDN: BRANCH,
      amount: 100,
      amountValue: 100,
      balanceAfter: 1_000,
      isExpired: false,
      createdDate: "2026-03-10T12:00:00+02:00",
      invoiceDate: null,
      invoiceNumber: "R-1",
      skuPointsId: null,
      refundedLogId: TransactionId,
      userId: expect.any(Number),
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({
      transaction: null,
      couponNumber: null,
      couponDetails: null,
      totalAmount: 100,
    });
  });

  it("gives back in parts, and what remains when neither Points nor PointsValue is sent", async () => {
    const { fields } = await api.customer({ points: 100 });
    const TransactionId = await redeem(till, fields, 100);
    expect(expectSuccess(await till.refund({ ...fields, TransactionId, Points: 30 })).entry.amount).toBe(30);
    expect(expectSuccess(await till.refund({ ...fields, TransactionId, PointsValue: 20 })).entry.amount).toBe(
      20,
    );
    const last = expectSuccess(await till.refund({ ...fields, TransactionId }));
    expect({ amount: last.entry.amount, balance: last.wallet.totalPoints }).toEqual({
      amount: 50,
      balance: 100,
    });
  });

  it("converts at the rate of the redemption, not at today's", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "2" });
    const { id, fields } = await api.customer({ points: 1_000, segmentId });
    const TransactionId = await redeem(till, fields, 100);
    const other = await createSegment(api.database.pool, { redeem_factor: "7" });
    await api.database.pool.query("UPDATE wallet SET segment_id = $2 WHERE id = $1", [id, other]);
    const { entry, wallet } = expectSuccess(await till.refund({ ...fields, TransactionId, PointsValue: 40 }));
    expect(entry).toMatchObject({ amount: 80, amountValue: 40 });
    expect(wallet).toMatchObject({ totalPoints: 880, redPoints: 120, segment: { redValueFactor: 7 } });
  });

  it("lets Points govern when PointsValue says the same within the rounding of one point", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "0.3" });
    const { fields } = await api.customer({ points: 10, segmentId });
    const TransactionId = await redeem(till, fields, 11);
    const { entry } = expectSuccess(
      await till.refund({ ...fields, TransactionId, Points: 2, PointsValue: 6 }),
    );
    expect(entry).toMatchObject({ amount: 2, amountValue: 6 });
  });

  it("adds parts up to the whole in points and in money, whatever the rounding", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "0.3" });
    const { fields } = await api.customer({ points: 4, segmentId });
    const TransactionId = await redeem(till, fields, 11);
    const parts = [3, 3, 5].map((PointsValue) => ({ ...fields, TransactionId, PointsValue }));
    const amounts: [number, number][] = [];
    for (const part of parts) {
      const { entry } = expectSuccess(await till.refund(part));
      amounts.push([entry.amount, entry.amountValue]);
    }
    expect(amounts).toEqual([
      [1, 3],
      [1, 3],
      [2, 5],
    ]);
  });

  it("works at another branch of the merchant, and for another client of it", async () => {
    const { fields } = await api.customer();
    const TransactionId = await redeem(till, fields, 10);
    const request = { ...fields, BranchMsisdn: "01000000002", TransactionId, Points: 5 };
    expect(expectSuccess(await till.refund(request)).entry.merchantMSISDN).toBe("01000000002");
    expectSuccess(await till.refund(request, { clientId: "pis_test_http200" }));
  });

  it("returns points to a lot that has lapsed with 30 days' grace", async () => {
    const { fields } = await api.customer({ points: 100 });
    const { TransactionId } = await api.at("2028-03-30T10:00:00Z", async () => ({
      TransactionId: await redeem(till, fields, 100),
    }));
    await api.at("2028-04-02T10:00:00Z", async () => {
      expect(expectSuccess(await till.refund({ ...fields, TransactionId })).wallet.totalPoints).toBe(100);
    });
    await api.at("2028-05-02T10:00:00Z", async () => {
      expect(expectSuccess(await till.reward({ ...fields, PointsValue: 1 })).wallet.totalPoints).toBe(101);
    });
    await api.at("2028-05-03T10:00:00Z", async () => {
      expect(expectSuccess(await till.reward({ ...fields, PointsValue: 1 })).wallet.totalPoints).toBe(2);
    });
  });
});

async function redeem(
  till: Caller,
  fields: Readonly<Record<string, unknown>>,
  PointsValue: number,
): Promise<number> {
  return expectSuccess(await till.redeem({ ...fields, PointsValue })).entry.id;
}
