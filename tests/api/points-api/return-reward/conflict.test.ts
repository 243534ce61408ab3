import { expect, it } from "vitest";
import { rewarded } from "@/tests/api/suites/bad-input";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import {
  BRANCH,
  countCodes,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";
import { createSegment } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "ReturnReward",
    allowed: [1, 2, 3],
    goodRequest: async ({ fields }) => ({
      ...fields,
      TransactionId: expectSuccess(await till.reward({ ...fields, PointsValue: 10 })).entry.id,
    }),
  });

  describeReplays(api, till, {
    operation: "ReturnReward",
    goodRequest: async () => ({
      ...(await rewarded(api, till)),
      Points: 40,
      InvoiceNumber: "R-1",
      Comment: "Returned",
    }),
    otherContent: {
      Points: 41,
      PointsValue: 40,
      TransactionId: 1,
      InvoiceNumber: "R-2",
      Comment: "Broken",
      BranchMsisdn: "01000000002",
    },
  });

  it("answers a retry with what remained the first time, although more has come back since", async () => {
    const request = await rewarded(api, till);
    const first = { ...request, Points: 10, ExternalLogId: newReference() };
    const answers = [await till.returnReward(first)];
    expectSuccess(await till.returnReward({ ...request, Points: 25 }));
    answers.push(await till.returnReward(first));
    answers.push(await api.caller(till.door, api.restarted()).returnReward(first));
    for (const answer of answers)
      expect(answer.json.transaction).toMatchObject({
        remainingPoints: 90,
        returnedLogId: request.TransactionId,
      });
    expect(answers[1]?.headers["idempotent-replayed"]).toBe("true");
  });

  it("does not take a reference of Refund for one of its own", async () => {
    const request = await rewarded(api, till);
    const reference = newReference();
    const redemption = expectSuccess(await till.redeem({ ...request, PointsValue: 5 })).entry.id;
    expectSuccess(await till.refund({ ...request, TransactionId: redemption, ExternalLogId: reference }));
    const answer = await till.returnReward({ ...request, ExternalLogId: reference });
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    expect(expectSuccess(answer).entry.logTypeId).toBe(11);
  });

  it("answers unknown and foreign rewards alike: 1401, one text", async () => {
    const mine = await rewarded(api, till);
    const others = await rewarded(api, till);
    const foreign = await api.customer();
    const atMerchant2 = await till.reward(
      { ...foreign.fields, BranchMsisdn: FOREIGN_BRANCH, PointsValue: 5 },
      { clientId: "pis_test_merchant2" },
    );
    const before = await api.snapshot();
    const answers = [
      await till.returnReward({ ...mine, TransactionId: 999_999_999 }),
      await till.returnReward({ ...mine, TransactionId: Number.MAX_SAFE_INTEGER }),
      await till.returnReward({ ...mine, TransactionId: others.TransactionId }),
      await till.returnReward({ ...foreign.fields, TransactionId: expectSuccess(atMerchant2).entry.id }),
    ];
    for (const answer of answers) expectRefusal(answer, 1401);
    expect(new Set(answers.map(({ json }) => json.errorMessage)).size).toBe(1);
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses to take back what is no reward with 1402", async () => {
    const request = await rewarded(api, till);
    const redemption = expectSuccess(await till.redeem({ ...request, PointsValue: 5 })).entry.id;
    expectRefusal(await till.returnReward({ ...request, TransactionId: redemption }), 1402);
    const part = expectSuccess(await till.returnReward({ ...request, Points: 1 })).entry.id;
    expectRefusal(await till.returnReward({ ...request, TransactionId: part }), 1402);
  });

  it("refuses a second whole return with 1403, and that of a cancelled reward with 1411", async () => {
    const returned = await rewarded(api, till);
    expectSuccess(await till.returnReward(returned));
    expect(expectRefusal(await till.returnReward(returned), 1403)).toMatchObject({ totalPoints: 1_000 });
    const cancelled = await rewarded(api, till);
    expectSuccess(await till.cancel(cancelled));
    expectRefusal(await till.returnReward(cancelled), 1411);
  });

  it("refuses more than remains with 1404 and the remainder", async () => {
    const request = await rewarded(api, till);
    expectSuccess(await till.returnReward({ ...request, Points: 70 }));
    for (const tooMuch of [{ Points: 31 }, { PointsValue: 31 }, { Points: 1_000_000 }]) {
      const answer = await till.returnReward({ ...request, ...tooMuch });
      expectRefusal(answer, 1404);
      expect(answer.json.errorMessage).toBe("Refund exceeds the remaining points (30)");
    }
  });

  it("refuses a PointsValue that contradicts Points with 1405", async () => {
    const segmentId = await createSegment(api.database.pool, { reward_factor: "2" });
    const { fields } = await api.customer({ segmentId });
    const TransactionId = expectSuccess(await till.reward({ ...fields, PointsValue: 50 })).entry.id;
    expectRefusal(await till.returnReward({ ...fields, TransactionId, Points: 20, PointsValue: 20 }), 1405);
    expectRefusal(await till.returnReward({ ...fields, TransactionId, Points: 20, PointsValue: 12 }), 1405);
    expectSuccess(await till.returnReward({ ...fields, TransactionId, Points: 20, PointsValue: 10 }));
  });

  it("refuses a return when the merchant's period has ended with 1406: 90 days, counted in Cairo", async () => {
    const request = await rewarded(api, till);
    await api.at("2026-06-08T20:59:00Z", async () => {
      expectSuccess(await till.returnReward({ ...request, Points: 1 }));
    });
    await api.at("2026-06-08T21:00:00Z", async () => {
      expectRefusal(await till.returnReward({ ...request, Points: 1 }), 1406);
    });
  });

  it("has a period of its own, beside that for refunds", async () => {
    const request = await rewarded(api, till);
    await api.configure("UPDATE merchant SET return_window_days = 3, refund_window_days = 0 WHERE id = 1");
    try {
      await api.at("2026-03-13T20:00:00Z", async () => {
        expectSuccess(await till.returnReward({ ...request, Points: 1 }));
      });
      await api.at("2026-03-14T20:00:00Z", async () => {
        expectRefusal(await till.returnReward({ ...request, Points: 1 }), 1406);
      });
    } finally {
      await api.configure(
        "UPDATE merchant SET return_window_days = 90, refund_window_days = 90 WHERE id = 1",
      );
    }
  });

  it("refuses a return at another branch with 1407 where the merchant wants the same one", async () => {
    await api.configure("UPDATE merchant SET refund_same_branch_only = true WHERE id = 1");
    try {
      const request = await rewarded(api, till);
      expectRefusal(await till.returnReward({ ...request, BranchMsisdn: "01000000002" }), 1407);
      expectSuccess(await till.returnReward({ ...request, BranchMsisdn: BRANCH }));
    } finally {
      await api.configure("UPDATE merchant SET refund_same_branch_only = false WHERE id = 1");
    }
  });

  it("refuses to take spent points back with 1415 where the programme wants it so", async () => {
    await api.configure("UPDATE programme SET cancelled_reward_policy = 'refuse'");
    try {
      const { fields } = await api.customer({ points: 0 });
      const TransactionId = expectSuccess(await till.reward(fields)).entry.id;
      expectSuccess(await till.redeem({ ...fields, PointsValue: 1 }));
      const refused = await till.returnReward({ ...fields, TransactionId });
      expect(expectRefusal(refused, 1415)).toMatchObject({ totalPoints: 99 });
      expectSuccess(await till.returnReward({ ...fields, TransactionId, Points: 99 }));
    } finally {
      await api.configure("UPDATE programme SET cancelled_reward_policy = 'negative'");
    }
  });

  it("never takes more than was earned: of 20 returns of 7 at once, 14 are carried out", async () => {
    const request = await rewarded(api, till);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        till.returnReward({ ...request, Points: 7, ExternalLogId: newReference() }),
      ),
    );
    expect(countCodes(answers)).toEqual({ "0": 14, "1404": 6 });
    expect(expectSuccess(await till.returnReward(request)).wallet).toMatchObject({
      totalPoints: 1_000,
      accumulatedPoints: 1_000,
    });
  });

  it("takes once when 20 returns of everything arrive at once, and when one request arrives 20 times", async () => {
    const request = await rewarded(api, till);
    const answers = await Promise.all(Array.from({ length: 20 }, () => till.returnReward(request)));
    expect(countCodes(answers)).toEqual({ "0": 1, "1403": 19 });
    const again = { ...(await rewarded(api, till)), ExternalLogId: newReference() };
    const repeated = await Promise.all(Array.from({ length: 20 }, () => till.returnReward(again)));
    expect(countCodes(repeated)).toEqual({ "0": 1, replayed: 19 });
    expect(new Set(repeated.map((answer) => expectSuccess(answer).entry.id)).size).toBe(1);
  });

  it("carries out either the cancellation or the returns of a reward, never both", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const request = await rewarded(api, till);
      const [cancelled, ...returned] = await Promise.all([
        till.cancel(request),
        ...Array.from({ length: 10 }, () => till.returnReward({ ...request, Points: 10 })),
      ]);
      const returns = countCodes(returned);
      if (cancelled.json.errorCode === "0") expect(returns).toEqual({ "1411": 10 });
      else {
        expect(cancelled.json.errorCode).toBe("1413");
        expect(returns).toEqual({ "0": 10 });
      }
      const { WalletCode, ContactMsisdn, BranchMsisdn } = request;
      const after = await till.reward({ WalletCode, ContactMsisdn, BranchMsisdn, PointsValue: 1 });
      expect(expectSuccess(after).wallet).toMatchObject({ totalPoints: 1_001, accumulatedPoints: 1_001 });
    }
  });
});
