import { expect, it } from "vitest";
import { expectRefusal, expectSuccess, newReference, throughEachDoor } from "@/tests/support/api";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";

throughEachDoor((api, till) => {
  const withCoupon = async () => {
    const { id, fields } = await api.customer({ points: 500 });
    const template = await createTemplate(api.database.pool, { discount_type: 2, discount: 50 });
    const CouponNumber = await createCoupon(api.database.pool, template, id);
    const request = {
      ...fields,
      ...{ BillValue: 260, CouponNumbers: [CouponNumber], RedeemValue: 120 },
      ...{ ExternalLogId: newReference(), InvoiceNumber: newReference() },
    };
    return { fields, request, CouponNumber };
  };

  it("uses the coupon, pays with points and rewards the rest; a repetition is answered as the first time", async () => {
    const { request, CouponNumber } = await withCoupon();
    const answer = await till.send("Settle", request);
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 590, redPoints: 120 });
    expect(entry).toMatchObject({ logTypeId: 2, amount: 210, invoiceNumber: request.InvoiceNumber });
    expect(answer.json.transaction).toEqual({
      billValue: 260,
      coupons: [expect.objectContaining({ couponNumber: CouponNumber, state: "used", valueOff: 50 })],
      paidWithPoints: 120,
      payable: 90,
      entries: [expect.objectContaining({ logTypeId: 1, amountValue: 120 }), entry],
      notTaken: [],
    });
    const again = await till.send("Settle", request);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.json).toEqual(answer.json);
    const found = await till.transaction({
      ...{ WalletCode: request.WalletCode, ContactMsisdn: request.ContactMsisdn },
      ...{ BranchMsisdn: request.BranchMsisdn, ExternalLogId: request.ExternalLogId, Operation: "Settle" },
    });
    expect(found.json.transaction).toMatchObject({ operation: "Settle", isCancelled: false });
  });

  it("is quoted in the same words, with reasons for what cannot be taken, and nothing is done", async () => {
    const { request, CouponNumber } = await withCoupon();
    const { ExternalLogId: _, ...asked } = request;
    const before = await api.snapshot();
    const quoted = await till.quote({ Operation: "Settle", ...asked });
    expect(quoted.json.transaction).toMatchObject({
      operation: "Settle",
      transaction: { paidWithPoints: 120, payable: 90, coupons: [{ valueOff: 50 }], notTaken: [] },
    });
    const other = await till.quote({
      ...{ Operation: "Settle", ...asked, CouponNumbers: ["7KQ2M4XB9TZ3HRWQ", CouponNumber] },
      RedeemValue: 1_000,
    });
    const reasons = [
      { part: "coupons", couponNumber: "7KQ2M4XB9TZ3HRWQ", errorCode: "1420" },
      { part: "points", couponNumber: null, errorCode: "1002" },
    ];
    expect(other.json.transaction).toMatchObject({ transaction: { payable: 210, notTaken: reasons } });
    expect(await api.snapshot()).toEqual(before);
  });

  it("is undone whole by its number or its reference, and both acts on the coupon are told", async () => {
    for (const by of ["TransactionId", "OriginalExternalLogId"] as const) {
      const { fields, request, CouponNumber } = await withCoupon();
      const { entry } = expectSuccess(await till.send("Settle", request));
      const target = by === "TransactionId" ? entry.id : request.ExternalLogId;
      const cancelled = await till.cancel({ ...fields, [by]: target, ExternalLogId: newReference() });
      expect(expectSuccess(cancelled).wallet).toMatchObject({ totalPoints: 500, redPoints: 0 });
      expect(cancelled.json.transaction).toMatchObject({ cancelledLogId: entry.id, cancelledLogTypeId: 2 });
      expect(await couponRow(api.database.pool, CouponNumber)).toMatchObject({ state: "issued", uses: 1 });
      const { rows } = await api.database.pool.query(
        "SELECT a.action FROM audit_log a JOIN coupon c ON a.subject_id = c.id::text AND a.subject_type = 'coupon' WHERE c.number = $1 ORDER BY a.id",
        [CouponNumber],
      );
      expect(rows).toEqual([{ action: "coupon.redeem" }, { action: "coupon.reopen" }]);
    }
  });

  it("comes back in part as it was paid: quoted, carried out, answered again and undone whole", async () => {
    const { fields, request, CouponNumber } = await withCoupon();
    const { entry } = expectSuccess(await till.send("Settle", request));
    const named = { ...fields, TransactionId: entry.id, PointsValue: 130 };
    const before = await api.snapshot();
    const quoted = await till.quote({ Operation: "ReturnReward", ...named });
    expect(await api.snapshot()).toEqual(before);
    const points = await till.returnReward({ ...named, Points: 10 });
    expectRefusal(points, 1002);
    const ExternalLogId = newReference();
    const answer = await till.returnReward({ ...named, ExternalLogId });
    // 590 after the bill: 60 points are refunded, and the reward of 105 is taken back.
    expect(expectSuccess(answer).wallet).toMatchObject({ totalPoints: 545, redPoints: 60 });
    const parts = { billValue: 260, goodsValue: 130, remainingValue: 130 };
    const entries = [
      { logTypeId: 3, amount: 60, amountValue: 60 },
      { logTypeId: 11, amount: 105, amountValue: 105 },
    ];
    expect(answer.json.transaction).toMatchObject({ returnedLogId: entry.id, bill: { ...parts, entries } });
    expect(quoted.json.wallet).toMatchObject({ totalPoints: 545 });
    expect(quoted.json.transaction).toMatchObject({ transaction: { bill: { ...parts, entries } } });
    expect((await till.returnReward({ ...named, ExternalLogId })).json).toEqual(answer.json);
    const undone = await till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
    expect(expectSuccess(undone).wallet).toMatchObject({ totalPoints: 590, redPoints: 120 });
    const whole = await till.returnReward({ ...fields, TransactionId: entry.id });
    expect(expectSuccess(whole).wallet).toMatchObject({ totalPoints: 500, redPoints: 0 });
    expect(await couponRow(api.database.pool, CouponNumber)).toMatchObject({ state: "used" });
  });

  it("names the part that refuses, and does nothing", async () => {
    const { fields, request, CouponNumber } = await withCoupon();
    const before = await api.snapshot();
    const points = await till.send("Settle", { ...request, RedeemValue: 210.01 });
    expectRefusal(points, 1002);
    expect(points.json.transaction).toEqual({ part: "points", couponNumber: null });
    const coupons = await till.send("Settle", { ...request, CouponNumbers: ["7KQ2M4XB9TZ3HRWQ"] });
    expectRefusal(coupons, 1420);
    expect(coupons.json.transaction).toEqual({ part: "coupons", couponNumber: "7KQ2M4XB9TZ3HRWQ" });
    expect(await api.snapshot()).toEqual(before);
    expectSuccess(await till.send("Settle", request));
    const back = await till.send("CancelCoupon", { ...fields, CouponNumber });
    expectRefusal(back, 1421);
    expect(back.json.errorMessage).toContain("cancel the bill");
  });
});
