import { expect, it } from "vitest";
import { held } from "@/tests/api/suites/held";
import {
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  it("redeems some of a hold and gives the rest back, in one entry", async () => {
    const request = await held(api, till);
    const answer = await till.capture({ ...request, PointsValue: 59.5, ExternalLogId: newReference() });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toMatchObject({ totalPoints: 940, suspendedPoints: 0, redPoints: 60 });
    expect(entry).toMatchObject({
      logTypeId: 1,
      amount: 60,
      amountValue: 60,
      balanceAfter: 940,
      refundedLogId: null,
    });
    expect(answer.json).toMatchObject({
      transaction: { holdId: request.HoldId, capturedPoints: 60, releasedPoints: 40 },
      totalAmount: 59.5,
    });
  });

  it("redeems all of a hold where neither points nor an amount are sent, and is refunded and cancelled like any redemption", async () => {
    const request = await held(api, till);
    const { id } = expectSuccess(await till.capture(request)).entry;
    const { HoldId: _hold, ...fields } = request;
    expect(
      expectSuccess(await till.refund({ ...fields, TransactionId: id, Points: 30 })).wallet.totalPoints,
    ).toBe(930);
    expectRefusal(await till.refund({ ...fields, TransactionId: id, Points: 71 }), 1404);
    expectRefusal(await till.cancel({ ...fields, TransactionId: id }), 1413);
    const other = await held(api, till);
    const reference = newReference();
    expectSuccess(await till.capture({ ...other, Points: 70, ExternalLogId: reference }));
    const { HoldId: __hold, ...named } = other;
    const undone = expectSuccess(await till.cancel({ ...named, OriginalExternalLogId: reference }));
    expect(undone.wallet).toMatchObject({ totalPoints: 1_000, redPoints: 0, suspendedPoints: 0 });
  });

  it("takes no more than the hold has: 1419 and how much that is", async () => {
    const request = await held(api, till);
    for (const tooMuch of [{ Points: 101 }, { PointsValue: 100.01 }]) {
      const answer = await till.capture({ ...request, ...tooMuch });
      expect(expectRefusal(answer, 1419)).toMatchObject({ totalPoints: 900, suspendedPoints: 100 });
      expect(answer.json.errorMessage).toBe("Capture exceeds the held points (100)");
    }
  });

  it("ends a hold once, also where Release came first, or the hold had ended by itself", async () => {
    const captured = await held(api, till);
    expectSuccess(await till.capture(captured));
    expectRefusal(await till.capture(captured), 1418);
    expectRefusal(await till.release(captured), 1418);
    const released = await held(api, till);
    expectSuccess(await till.release(released));
    expectRefusal(await till.capture(released), 1418);
    const over = await held(api, till);
    await api.at("2026-03-10T10:30:00Z", async () => {
      expect(expectRefusal(await till.capture(over), 1418)).toMatchObject({
        totalPoints: 1_000,
        suspendedPoints: 0,
      });
    });
  });

  it("does not know the holds of other wallets and other merchants: 1418, one text", async () => {
    const mine = await held(api, till);
    const others = await held(api, till);
    const { HoldId } = others;
    const before = await api.snapshot();
    const answers = [
      await till.capture({ ...mine, HoldId }),
      await till.capture({ ...mine, HoldId: 999_999_999 }),
      await till.capture({ ...mine, BranchMsisdn: FOREIGN_BRANCH }, { clientId: "pis_test_merchant2" }),
    ];
    for (const answer of answers) expectRefusal(answer, 1418);
    expect(new Set(answers.map(({ json }) => json.errorMessage)).size).toBe(1);
    expect(await api.snapshot()).toEqual(before);
  });
});
