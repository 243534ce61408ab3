import { describe, expect, it } from "vitest";
import {
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  async function redeemed(points = 100) {
    const { fields } = await api.customer();
    const ExternalLogId = newReference();
    const first = await till.redeem({ ...fields, PointsValue: points, ExternalLogId });
    return { fields, ExternalLogId, first, TransactionId: expectSuccess(first).entry.id };
  }

  it("answers with the entry as it was first answered, by number and by reference, and moves nothing", async () => {
    const { fields, ExternalLogId, first, TransactionId } = await redeemed();
    expectSuccess(await till.reward({ ...fields, PointsValue: 77 }));
    const before = await api.snapshot();
    const then = expectSuccess(first);
    for (const by of [
      { TransactionId },
      { ExternalLogId },
      { ExternalLogId, Operation: "RedeemUser" },
      { TransactionId, ExternalLogId },
    ]) {
      const answer = await till.transaction({ ...fields, ...by });
      expect(expectSuccess(answer)).toEqual(then);
      expect(answer.json).toMatchObject({
        totalAmount: 100,
        transaction: {
          operation: "RedeemUser",
          remainingPoints: 100,
          refundedPoints: 0,
          refundedValue: 0,
          isCancelled: false,
          cancelledLogId: null,
          cancelledLogTypeId: null,
        },
      });
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    }
    expect(await api.snapshot()).toEqual(before);
  });

  it("says what has been given back, and what undid it", async () => {
    const { fields, TransactionId } = await redeemed();
    const fate = async () =>
      (await till.transaction({ ...fields, TransactionId })).json.transaction as unknown;
    const refund = expectSuccess(await till.refund({ ...fields, TransactionId, Points: 30 })).entry;
    expect(await fate()).toMatchObject({ remainingPoints: 70, refundedPoints: 30, refundedValue: 30 });
    expectSuccess(await till.cancel({ ...fields, TransactionId: refund.id }));
    expect(await fate()).toMatchObject({ remainingPoints: 100, refundedPoints: 0, isCancelled: false });
    const cancellation = expectSuccess(await till.cancel({ ...fields, TransactionId })).entry;
    expect(await fate()).toMatchObject({
      remainingPoints: 0,
      isCancelled: true,
      cancelledLogId: cancellation.id,
      cancelledLogTypeId: null,
    });
    const undoing = await till.transaction({ ...fields, TransactionId: cancellation.id });
    expect(undoing.json.transaction).toMatchObject({
      operation: "Cancel",
      isCancelled: false,
      cancelledLogId: TransactionId,
      cancelledLogTypeId: 1,
    });
    const refunded = await till.transaction({ ...fields, TransactionId: refund.id });
    expect(refunded.json).toMatchObject({
      pointsLog: { logTypeId: 3, refundedLogId: TransactionId },
      transaction: { operation: "Refund", isCancelled: true },
    });
  });

  it("finds a reward by the reference of its lost answer, in the envelope of all", async () => {
    const { fields } = await api.customer();
    const ExternalLogId = newReference();
    const first = expectSuccess(await till.reward({ ...fields, ExternalLogId, InvoiceNumber: "INV-1" }));
    const answer = await till.transaction({ ...fields, ExternalLogId });
    expect(expectSuccess(answer)).toEqual(first);
    expect(answer.json).toMatchObject({ couponNumber: null, transaction: { operation: "Reward" } });
  });

  it("finds the use of a coupon by its reference, says when it was taken back, and finds that by its own", async () => {
    const { id, fields } = await api.customer();
    const { pool } = api.database;
    const CouponNumber = await createCoupon(pool, await createTemplate(pool), id);
    const [use, undoing, other] = [newReference(), newReference(), newReference()];
    const find = async (ExternalLogId: string, more = {}) =>
      (await till.transaction({ ...fields, ExternalLogId, ...more })).json;
    expectRefusal(await till.transaction({ ...fields, ExternalLogId: use }), 1505);
    await till.send("RedeemCoupon", { ...fields, CouponNumber, ExternalLogId: use });
    const used = {
      errorCode: "0",
      couponNumber: CouponNumber,
      couponDetails: { state: "used" },
      pointsLog: null,
      wallet: { walletCode: fields.WalletCode },
      transaction: { operation: "RedeemCoupon", isCancelled: false },
    };
    expect(await find(use)).toMatchObject(used);
    expect(await find(use, { Operation: "RedeemCoupon" })).toMatchObject(used);
    expectRefusal(await till.transaction({ ...fields, ExternalLogId: use, Operation: "CancelCoupon" }), 1505);
    const stranger = await api.customer();
    expectRefusal(await till.transaction({ ...stranger.fields, ExternalLogId: use }), 1501);

    expectSuccess(await till.reward({ ...fields, ExternalLogId: use }));
    expectRefusal(await till.transaction({ ...fields, ExternalLogId: use }), 1417);
    expect(await find(use, { Operation: "RedeemCoupon" })).toMatchObject(used);

    await till.send("CancelCoupon", { ...fields, CouponNumber, ExternalLogId: undoing });
    expect(await find(undoing)).toMatchObject({
      couponDetails: { state: "issued" },
      transaction: { operation: "CancelCoupon", isCancelled: false },
    });
    expect(await find(use, { Operation: "RedeemCoupon" })).toMatchObject({
      couponDetails: { state: "used" },
      transaction: { isCancelled: true },
    });

    expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: other }), 1401);
    expectRefusal(
      await till.transaction({ ...fields, ExternalLogId: other, Operation: "RedeemCoupon" }),
      1416,
    );
  });

  it("finds what was sent with the header Idempotency-Key", async () => {
    const { fields } = await api.customer();
    const key = newReference();
    const done = await till.redeem(fields, { headers: { "Idempotency-Key": key } });
    const answer = await till.transaction({ ...fields, ExternalLogId: key });
    expect(expectSuccess(answer).entry).toEqual(expectSuccess(done).entry);
  });

  it("shows a wallet that is blocked since, asks for no PIN, and marks a reward that has lapsed", async () => {
    const { id, fields } = await api.customer({ points: 0, pin: PINS.right });
    const ExternalLogId = newReference();
    expectSuccess(await till.reward({ ...fields, ExternalLogId }));
    await api.at("2029-01-01T10:00:00Z", async () => {
      expectSuccess(await till.reward({ ...fields, PointsValue: 1 }));
      await api.database.pool.query("UPDATE wallet SET status_id = 4 WHERE id = $1", [id]);
      const { entry, wallet } = expectSuccess(await till.transaction({ ...fields, ExternalLogId }));
      expect(entry).toMatchObject({ isExpired: true, amount: 100 });
      expect(wallet).toMatchObject({ walletStatusId: 4, totalPoints: 100, billRewardPoints: 0 });
    });
  });

  describe("a reference", () => {
    it("with which nothing has arrived is 1505, for another client's and another operation's too", async () => {
      const { fields, ExternalLogId } = await redeemed();
      const ask = (more: object, call = {}) => till.transaction({ ...fields, ...more }, call);
      expect(expectRefusal(await ask({ ExternalLogId: newReference() }), 1505)?.walletCode).toBe(
        fields.WalletCode,
      );
      expectRefusal(await ask({ ExternalLogId, Operation: "Reward" }), 1505);
      const other = await ask({ ExternalLogId }, { clientId: "pis_test_key_required" });
      expectRefusal(other, 1505);
    });

    it("that 1505 was answered for is still carried out when it arrives: asking closes nothing", async () => {
      const { fields } = await api.customer();
      const ExternalLogId = newReference();
      expectRefusal(await till.transaction({ ...fields, ExternalLogId }), 1505);
      expectSuccess(await till.redeem({ ...fields, ExternalLogId }));
    });

    it("that a cancel closed is told as closed: 1416", async () => {
      const { fields } = await api.customer();
      const ExternalLogId = newReference();
      expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId }), 1401);
      expectRefusal(await till.transaction({ ...fields, ExternalLogId }), 1416);
    });

    it("that stands on two operations needs to be told which: 1417", async () => {
      const { fields, ExternalLogId } = await redeemed();
      const reward = expectSuccess(await till.reward({ ...fields, ExternalLogId })).entry;
      expectRefusal(await till.transaction({ ...fields, ExternalLogId }), 1417);
      const answer = await till.transaction({ ...fields, ExternalLogId, Operation: "Reward" });
      expect(expectSuccess(answer).entry).toEqual(reward);
    });

    it("that was used for another wallet is 1501, and shows nothing of that one", async () => {
      const { fields: other, ExternalLogId } = await redeemed();
      const { id, fields } = await api.customer();
      const answer = await till.transaction({ ...fields, ExternalLogId });
      expect(expectRefusal(answer, 1501)?.id).toBe(id);
      expect(answer.bytes.toString()).not.toContain(other.WalletCode);
    });

    it("and a number that name different entries are 1002", async () => {
      const { fields, ExternalLogId } = await redeemed();
      const { id } = expectSuccess(await till.redeem(fields)).entry;
      expectRefusal(await till.transaction({ ...fields, ExternalLogId, TransactionId: id }), 1002, {
        field: "ExternalLogId",
      });
    });

    it("is told to have arrived, or not, while it arrives: never half of it", async () => {
      const { fields } = await api.customer();
      const ExternalLogId = newReference();
      const [done, ...asked] = await Promise.all([
        till.redeem({ ...fields, ExternalLogId }),
        ...Array.from({ length: 20 }, () => till.transaction({ ...fields, ExternalLogId })),
      ]);
      const entry = expectSuccess(done).entry;
      for (const answer of asked) {
        if (answer.json.errorCode === "0") expect(answer.json.pointsLog).toEqual(entry);
        else expectRefusal(answer, 1505);
      }
    });
  });

  it("refuses unknown and foreign numbers alike with 1401", async () => {
    const { fields, TransactionId } = await redeemed();
    const other = await redeemed();
    expectRefusal(await till.transaction({ ...fields, TransactionId: 987_654_321 }), 1401);
    expectRefusal(await till.transaction({ ...fields, TransactionId: other.TransactionId }), 1401);
    const foreign = await till.transaction(
      { ...fields, BranchMsisdn: FOREIGN_BRANCH, TransactionId },
      { clientId: "pis_test_merchant2" },
    );
    expectRefusal(foreign, 1401);
  });

  it("refuses what names nothing, wallets that are not found, and branches of others", async () => {
    const { fields, TransactionId } = await redeemed();
    const ask = (more: object) => till.transaction({ ...fields, TransactionId, ...more });
    expectRefusal(await till.transaction(fields), 1001, { field: "TransactionId" });
    expectRefusal(await ask({ TransactionId: 0, ExternalLogId: "" }), 1001, { field: "TransactionId" });
    expectRefusal(await ask({ Operation: "GetDeals" }), 1002, { field: "Operation" });
    expectRefusal(await ask({ ContactMsisdn: "01211111111" }), 1201);
    expectRefusal(await ask({ WalletCode: "NOBODY" }), 1201);
    expectRefusal(await ask({ BranchMsisdn: FOREIGN_BRANCH }), 1110);
    expectRefusal(await ask({ BranchMsisdn: INACTIVE_BRANCH }), 1111);
  });

  it("needs the scope wallet", async () => {
    const { fields, TransactionId } = await redeemed();
    const request = { ...fields, TransactionId };
    expectRefusal(await till.transaction(request, { clientId: "pis_test_deals_only" }), 1103);
    expectRefusal(await till.transaction(request, { clientId: null }), 1101);
  });
});
