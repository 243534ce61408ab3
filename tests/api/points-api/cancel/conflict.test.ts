import { describe, expect, it } from "vitest";
import { redeemed, rewarded } from "@/tests/api/suites/bad-input";
import { describeReplays } from "@/tests/api/suites/replays";
import { describeStandings } from "@/tests/api/suites/standings";
import {
  countCodes,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  describeStandings(api, till, {
    operation: "Cancel",
    allowed: [1, 2, 3],
    goodRequest: async ({ fields }) => ({
      ...fields,
      TransactionId: expectSuccess(await till.redeem({ ...fields, PointsValue: 10 })).entry.id,
    }),
  });

  describeReplays(api, till, {
    operation: "Cancel",
    goodRequest: async () => ({ ...(await redeemed(api, till)), InvoiceNumber: "V-1", Comment: "Void" }),
    otherContent: {
      TransactionId: 1,
      OriginalExternalLogId: "T-0",
      OriginalOperation: "Reward",
      InvoiceNumber: "V-2",
      Comment: "Mistake",
      BranchMsisdn: "01000000002",
    },
  });

  it("refuses unknown and foreign entries with 1401", async () => {
    const mine = await redeemed(api, till);
    const others = await redeemed(api, till);
    const foreign = await api.customer();
    const atMerchant2 = await till.reward(
      { ...foreign.fields, BranchMsisdn: FOREIGN_BRANCH },
      { clientId: "pis_test_merchant2" },
    );
    const before = await api.snapshot();
    expectRefusal(await till.cancel({ ...mine, TransactionId: 999_999_999 }), 1401);
    expectRefusal(await till.cancel({ ...mine, TransactionId: others.TransactionId }), 1401);
    expectRefusal(
      await till.cancel({ ...foreign.fields, TransactionId: expectSuccess(atMerchant2).entry.id }),
      1401,
    );
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses a second cancellation with 1411, also when 50 arrive at once", async () => {
    const request = await redeemed(api, till);
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.cancel(request)));
    expect(countCodes(answers)).toEqual({ "0": 1, "1411": 49 });
  });

  it("refuses to cancel what was refunded in part with 1413", async () => {
    const request = await redeemed(api, till);
    expectSuccess(await till.refund({ ...request, Points: 1 }));
    expectRefusal(await till.cancel(request), 1413);
  });

  it("refuses to cancel a reward that was returned in part with 1413, until the return is cancelled, once", async () => {
    const request = await rewarded(api, till);
    const part = expectSuccess(await till.returnReward({ ...request, Points: 1 })).entry.id;
    expectRefusal(await till.cancel(request), 1413);
    expectSuccess(await till.cancel({ ...request, TransactionId: part }));
    expectRefusal(await till.cancel({ ...request, TransactionId: part }), 1411);
    expectSuccess(await till.cancel(request));
  });

  it("refuses to cancel a cancellation with 1414", async () => {
    const request = await redeemed(api, till);
    const cancellation = expectSuccess(await till.cancel(request)).entry.id;
    expectRefusal(await till.cancel({ ...request, TransactionId: cancellation }), 1414);
  });

  it("refuses to take back a reward's spent points with 1415 where the programme wants it so", async () => {
    await api.configure("UPDATE programme SET cancelled_reward_policy = 'refuse'");
    try {
      const { fields } = await api.customer({ points: 0 });
      const reward = expectSuccess(await till.reward(fields)).entry.id;
      expectSuccess(await till.redeem({ ...fields, PointsValue: 1 }));
      expect(expectRefusal(await till.cancel({ ...fields, TransactionId: reward }), 1415)).toMatchObject({
        totalPoints: 99,
      });
    } finally {
      await api.configure("UPDATE programme SET cancelled_reward_policy = 'negative'");
    }
  });

  it("carries out either the cancellation or the refunds of a redemption, never both", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const request = await redeemed(api, till);
      const [cancelled, ...refunded] = await Promise.all([
        till.cancel(request),
        ...Array.from({ length: 10 }, () => till.refund({ ...request, Points: 10 })),
      ]);
      const refunds = countCodes(refunded);
      if (cancelled.json.errorCode === "0") expect(refunds).toEqual({ "1403": 10 });
      else {
        expect(cancelled.json.errorCode).toBe("1413");
        expect(refunds).toEqual({ "0": 10 });
      }
      const { WalletCode, ContactMsisdn, BranchMsisdn } = request;
      const after = await till.reward({ WalletCode, ContactMsisdn, BranchMsisdn, PointsValue: 1 });
      expect(expectSuccess(after).wallet).toMatchObject({ totalPoints: 1_001, redPoints: 0 });
    }
  });

  describe("by the ExternalLogId of an operation that never arrived", () => {
    it.each([
      ["Reward", (fields: object) => ({ ...fields, PointsValue: 5 })],
      ["RedeemUser", (fields: object) => ({ ...fields, PointsValue: 5 })],
    ] as const)(
      "answers 1401, and %s with it is refused with 1416 when it arrives late",
      async (operation, request) => {
        const { fields } = await api.customer();
        const reference = newReference();
        for (let time = 1; time <= 2; time += 1)
          expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: reference }), 1401);
        const before = await api.snapshot();
        const late = { ...request(fields), ExternalLogId: reference };
        expectRefusal(await till.send(operation, late), 1416);
        expectRefusal(await till.send(operation, late), 1416);
        expectRefusal(await api.caller(till.door, api.restarted()).send(operation, late), 1416);
        expect(await api.snapshot()).toEqual(before);
      },
    );

    it("closes it for this client alone", async () => {
      const { fields } = await api.customer();
      const reference = newReference();
      expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: reference }), 1401);
      expectSuccess(
        await till.redeem({ ...fields, ExternalLogId: reference }, { clientId: "pis_test_http200" }),
      );
    });

    it("closes nothing when the wallet is not identified, or its state forbids the cancellation", async () => {
      const { id, fields } = await api.customer();
      const reference = newReference();
      const request = { ...fields, OriginalExternalLogId: reference };
      expectRefusal(await till.cancel({ ...request, ContactMsisdn: "01211111111" }), 1201);
      await api.database.pool.query("UPDATE wallet SET status_id = 4 WHERE id = $1", [id]);
      expectRefusal(await till.cancel(request), 1202);
      await api.database.pool.query("UPDATE wallet SET status_id = 1 WHERE id = $1", [id]);
      expectSuccess(await till.redeem({ ...fields, ExternalLogId: reference }));
    });

    it("is decided one way or the other when both arrive at once", async () => {
      for (let round = 1; round <= 10; round += 1) {
        const { fields } = await api.customer();
        const reference = newReference();
        const [cancelled, redemption] = await Promise.all([
          till.cancel({ ...fields, OriginalExternalLogId: reference }),
          till.redeem({ ...fields, ExternalLogId: reference }),
        ]);
        const outcome = `${cancelled.json.errorCode} ${redemption.json.errorCode}`;
        expect(["0 0", "1401 1416"]).toContain(outcome);
        const { wallet } = expectSuccess(await till.reward({ ...fields, PointsValue: 1 }));
        expect(wallet.totalPoints).toBe(1_001);
      }
    });

    it("does not find another wallet's operation, and leaves that one's reference alone", async () => {
      const other = await api.customer();
      const { fields } = await api.customer();
      const reference = newReference();
      const request = { ...other.fields, PointsValue: 5, ExternalLogId: reference };
      const first = await till.redeem(request);
      expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: reference }), 1401);
      expect((await till.redeem(request)).bytes.equals(first.bytes)).toBe(true);
    });

    it("closes only the operation that is named, and the same reference still finds another", async () => {
      const { fields } = await api.customer();
      const reference = newReference();
      expectSuccess(await till.reward({ ...fields, ExternalLogId: reference }));
      const request = { ...fields, OriginalExternalLogId: reference };
      expectRefusal(await till.cancel({ ...request, OriginalOperation: "RedeemUser" }), 1401);
      expectRefusal(await till.redeem({ ...fields, ExternalLogId: reference }), 1416);
      expectSuccess(await till.cancel({ ...request, OriginalOperation: "Reward" }));
    });
  });

  describe("by a reference that stands on several operations", () => {
    async function shared() {
      const { fields } = await api.customer();
      const ExternalLogId = newReference();
      const reward = expectSuccess(await till.reward({ ...fields, ExternalLogId })).entry;
      const redemption = expectSuccess(await till.redeem({ ...fields, ExternalLogId, PointsValue: 5 })).entry;
      return { fields, reward, redemption, request: { ...fields, OriginalExternalLogId: ExternalLogId } };
    }

    it("asks with 1417 which one is meant while two can be cancelled, and changes nothing", async () => {
      const { request, fields } = await shared();
      const before = await api.snapshot();
      expect(expectRefusal(await till.cancel(request), 1417)?.walletCode).toBe(fields.WalletCode);
      expect(await api.snapshot()).toEqual(before);
    });

    it.each(["Reward", "RedeemUser"] as const)(
      "cancels the %s that OriginalOperation names",
      async (name) => {
        const { request, reward, redemption } = await shared();
        const answer = await till.cancel({ ...request, OriginalOperation: name });
        expectSuccess(answer);
        expect(answer.json.transaction).toMatchObject({
          cancelledLogId: name === "Reward" ? reward.id : redemption.id,
        });
      },
    );

    it("means the only one that can still be cancelled, and refuses for the latest when none can", async () => {
      const { request, reward } = await shared();
      expectSuccess(await till.cancel({ ...request, OriginalOperation: "RedeemUser" }));
      const answer = await till.cancel(request);
      expectSuccess(answer);
      expect(answer.json.transaction).toMatchObject({ cancelledLogId: reward.id });
      expectRefusal(await till.cancel(request), 1411);
    });

    it("cancels by number and reference when they name the same entry, and refuses with 1002 otherwise", async () => {
      const { fields, request, reward } = await shared();
      const other = expectSuccess(await till.redeem({ ...fields, PointsValue: 1 })).entry;
      const before = await api.snapshot();
      for (const TransactionId of [other.id])
        expectRefusal(await till.cancel({ ...request, TransactionId }), 1002, {
          field: "OriginalExternalLogId",
        });
      expectRefusal(
        await till.cancel({ ...fields, OriginalExternalLogId: newReference(), TransactionId: reward.id }),
        1002,
        { field: "OriginalExternalLogId" },
      );
      expectRefusal(
        await till.cancel({ ...fields, TransactionId: reward.id, OriginalOperation: "RedeemUser" }),
        1002,
        { field: "OriginalOperation" },
      );
      expect(await api.snapshot()).toEqual(before);
      expectSuccess(await till.cancel({ ...request, TransactionId: reward.id, OriginalOperation: "Reward" }));
    });
  });
});
