import { expect, it } from "vitest";
import { redeemed } from "@/tests/api/suites/bad-input";
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
    operation: "Refund",
    allowed: [1, 2, 3],
    goodRequest: async ({ fields }) => ({
      ...fields,
      TransactionId: expectSuccess(await till.redeem({ ...fields, PointsValue: 10 })).entry.id,
    }),
  });

  describeReplays(api, till, {
    operation: "Refund",
    goodRequest: async () => ({
      ...(await redeemed(api, till)),
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

  it("answers unknown and foreign redemptions alike: 1401, one text", async () => {
    const mine = await redeemed(api, till);
    const others = await redeemed(api, till);
    const foreign = await api.customer();
    const atMerchant2 = await till.redeem(
      { ...foreign.fields, BranchMsisdn: FOREIGN_BRANCH, PointsValue: 5 },
      { clientId: "pis_test_merchant2" },
    );
    const before = await api.snapshot();
    const answers = [
      await till.refund({ ...mine, TransactionId: 999_999_999 }),
      await till.refund({ ...mine, TransactionId: Number.MAX_SAFE_INTEGER }),
      await till.refund({ ...mine, TransactionId: others.TransactionId }),
      await till.refund({ ...foreign.fields, TransactionId: expectSuccess(atMerchant2).entry.id }),
    ];
    for (const answer of answers) expectRefusal(answer, 1401);
    expect(new Set(answers.map(({ json }) => json.errorMessage)).size).toBe(1);
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses to refund what is no redemption with 1402", async () => {
    const { fields } = await api.customer();
    const reward = expectSuccess(await till.reward(fields)).entry.id;
    expectRefusal(await till.refund({ ...fields, TransactionId: reward }), 1402);
    const redemption = expectSuccess(await till.redeem(fields)).entry.id;
    const refund = expectSuccess(await till.refund({ ...fields, TransactionId: redemption })).entry.id;
    expectRefusal(await till.refund({ ...fields, TransactionId: refund }), 1402);
  });

  it("refuses a second whole refund, and that of a cancelled redemption, with 1403", async () => {
    const refunded = await redeemed(api, till);
    expectSuccess(await till.refund(refunded));
    expect(expectRefusal(await till.refund(refunded), 1403)).toMatchObject({ totalPoints: 1_000 });
    const cancelled = await redeemed(api, till);
    expectSuccess(await till.cancel(cancelled));
    expectRefusal(await till.refund(cancelled), 1403);
  });

  it("refuses more than remains with 1404 and the remainder", async () => {
    const request = await redeemed(api, till);
    expectSuccess(await till.refund({ ...request, Points: 70 }));
    for (const tooMuch of [{ Points: 31 }, { PointsValue: 31 }, { Points: 1_000_000 }]) {
      const answer = await till.refund({ ...request, ...tooMuch });
      expectRefusal(answer, 1404);
      expect(answer.json.errorMessage).toBe("Refund exceeds the remaining points (30)");
    }
  });

  it("refuses a PointsValue that contradicts Points with 1405", async () => {
    const segmentId = await createSegment(api.database.pool, { redeem_factor: "2" });
    const { fields } = await api.customer({ segmentId });
    const TransactionId = expectSuccess(await till.redeem({ ...fields, PointsValue: 50 })).entry.id;
    expectRefusal(await till.refund({ ...fields, TransactionId, Points: 20, PointsValue: 20 }), 1405);
    expectRefusal(await till.refund({ ...fields, TransactionId, Points: 20, PointsValue: 12 }), 1405);
    expectSuccess(await till.refund({ ...fields, TransactionId, Points: 20, PointsValue: 10 }));
  });

  it("refuses a refund when the merchant's period has ended with 1406: 90 days, counted in Cairo", async () => {
    const request = await redeemed(api, till);
    await api.at("2026-06-08T20:59:00Z", async () => {
      expectSuccess(await till.refund({ ...request, Points: 1 }));
    });
    await api.at("2026-06-08T21:00:00Z", async () => {
      expectRefusal(await till.refund({ ...request, Points: 1 }), 1406);
    });
  });

  it("refuses a refund at another branch with 1407 where the merchant wants the same one", async () => {
    await api.configure("UPDATE merchant SET refund_same_branch_only = true WHERE id = 1");
    try {
      const request = await redeemed(api, till);
      expectRefusal(await till.refund({ ...request, BranchMsisdn: "01000000002" }), 1407);
      expectSuccess(await till.refund({ ...request, BranchMsisdn: BRANCH }));
    } finally {
      await api.configure("UPDATE merchant SET refund_same_branch_only = false WHERE id = 1");
    }
  });

  it("never gives back more than was taken: of 50 refunds of 7 at once, 14 are carried out", async () => {
    const request = await redeemed(api, till);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => till.refund({ ...request, Points: 7, ExternalLogId: newReference() })),
    );
    expect(countCodes(answers)).toEqual({ "0": 14, "1404": 36 });
    expect(expectSuccess(await till.refund(request)).wallet).toMatchObject({
      totalPoints: 1_000,
      redPoints: 0,
    });
  });

  it("gives back once when 50 refunds of everything arrive at once", async () => {
    const request = await redeemed(api, till);
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.refund(request)));
    expect(countCodes(answers)).toEqual({ "0": 1, "1403": 49 });
  });
});
