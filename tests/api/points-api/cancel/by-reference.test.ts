import { describe, expect, it } from "vitest";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";
import {
  BRANCH,
  countCodes,
  expectRefusal,
  newMsisdn,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";
import { couponRow, createCoupon, createTemplate } from "@/tests/support/coupons";

type Fields = Readonly<Record<string, unknown>>;

const MOVING = Object.values(OPERATIONS).flatMap(({ name, moves }) =>
  moves === null ? [] : [{ name: name as OperationName, undo: moves.undo }],
);

throughEachDoor((api, till) => {
  const entryOf = async (operation: string, fields: Fields) => {
    const { json } = await till.send(operation, fields);
    expect(json.errorCode).toBe("0");
    return json.pointsLog?.id;
  };
  const coupon = async (id: number) => {
    const { pool } = api.database;
    return createCoupon(pool, await createTemplate(pool), id);
  };
  /** A good request of each operation on a wallet of its own. One that is not here fails the walk. */
  const requestOf = async (name: string, fields: Fields, id: number): Promise<Fields> => {
    switch (name) {
      case "Reward":
      case "RedeemUser":
      case "Hold":
        return { PointsValue: 5 };
      case "Refund":
        return { TransactionId: await entryOf("RedeemUser", { ...fields, PointsValue: 9 }), Points: 4 };
      case "Cancel":
        return { TransactionId: await entryOf("RedeemUser", { ...fields, PointsValue: 9 }) };
      case "ReturnReward": {
        const ExternalLogId = newReference();
        return {
          TransactionId: await entryOf("Reward", { ...fields, PointsValue: 9, ExternalLogId }),
          Points: 4,
        };
      }
      case "Capture":
      case "Release":
        return { HoldId: await entryOf("Hold", { ...fields, PointsValue: 9 }) };
      case "Settle":
        return { BillValue: 50, CouponNumbers: [await coupon(id)], RedeemValue: 5 };
      case "IssueCoupon":
        return { OfferNumber: (await createTemplate(api.database.pool, { cost_points: 30 })).offerNumber };
      case "RedeemCoupon":
        return { CouponNumber: await coupon(id) };
      case "CancelCoupon": {
        const CouponNumber = await coupon(id);
        await till.send("RedeemCoupon", { ...fields, CouponNumber });
        return { CouponNumber };
      }
      case "Enrol":
        return { ContactMsisdn: newMsisdn(), WalletCode: newReference(), Consent: true };
      default:
        throw new Error(`${name} moves something, and no request of it is tried here`);
    }
  };
  const totals = async (fields: Fields) => {
    const { json } = await till.wallet(fields);
    const { totalPoints, suspendedPoints, redPoints, accumulatedPoints } = json.wallet ?? {};
    return { totalPoints, suspendedPoints, redPoints, accumulatedPoints };
  };
  /** The hold of a capture stays ended: its points are the wallet's again. */
  const undoneOf = (
    name: string,
    { suspendedPoints = 0, totalPoints = 0, ...before }: Awaited<ReturnType<typeof totals>>,
  ) =>
    name === "Capture"
      ? { ...before, suspendedPoints: 0, totalPoints: totalPoints + suspendedPoints }
      : { ...before, suspendedPoints, totalPoints };
  const begin = async (name: string) => {
    const { fields, id } = await api.customer();
    const request = await requestOf(name, fields, id);
    return { fields, sent: { ...fields, ...request, ExternalLogId: newReference() } };
  };

  describe.each(MOVING)("a Cancel by the reference of $name", ({ name, undo }) => {
    it(`finds it carried out, and it is ${undo}`, async () => {
      const { fields, sent } = await begin(name);
      const before = await totals(fields);
      expect((await till.send(name, sent)).json.errorCode).toBe("0");
      const cancel = { ...fields, OriginalExternalLogId: sent.ExternalLogId, ExternalLogId: newReference() };
      const done = await totals(fields);
      const quoted = await till.quote({ Operation: "Cancel", ...cancel });
      const answer = await till.cancel(cancel);
      if (undo === "never") {
        expectRefusal(answer, 1414);
        expect(answer.json.transaction).toMatchObject({ operation: name });
        expect(quoted.json.errorCode).toBe("1414");
        expect(await totals(fields)).toEqual(done);
        return;
      }
      expect(answer.json.errorCode).toBe("0");
      expect(quoted.json.errorCode).toBe("0");
      expect(await totals(fields)).toEqual(undoneOf(name, before));
      expect(countCodes([await till.cancel(cancel)])).toEqual({ replayed: 1 });
      expectRefusal(await till.cancel({ ...cancel, ExternalLogId: newReference() }), 1411);
      expect(await totals(fields)).toEqual(undoneOf(name, before));
    });

    it("that never arrived is 1401, and it is refused with 1416 when it arrives late", async () => {
      const { fields, sent } = await begin(name);
      const before = await totals(fields);
      const cancel = { ...fields, OriginalExternalLogId: sent.ExternalLogId };
      expectRefusal(await till.cancel(cancel), 1401);
      expectRefusal(await till.send(name, sent), 1416);
      expectRefusal(await till.cancel(cancel), 1401);
      expect(await totals(fields)).toEqual(before);
    });

    it("is refused or undoes it where both arrive at once, and tells the truth", async () => {
      const { fields, sent } = await begin(name);
      const before = await totals(fields);
      const cancel = { ...fields, OriginalExternalLogId: sent.ExternalLogId, OriginalOperation: name };
      const [moved, cancelled] = await Promise.all([till.send(name, sent), till.cancel(cancel)]);
      const outcome = `${moved.json.errorCode} ${cancelled.json.errorCode}`;
      expect(["1416 1401", undo === "never" ? "0 1414" : "0 0"]).toContain(outcome);
      const undone = outcome === "1416 1401" ? before : undoneOf(name, before);
      if (undo !== "never") expect(await totals(fields)).toEqual(undone);
    });
  });

  it("takes the use of a coupon back once, and the coupon can be used again", async () => {
    const { fields, sent } = await begin("RedeemCoupon");
    await till.send("RedeemCoupon", sent);
    const cancel = { ...fields, OriginalExternalLogId: sent.ExternalLogId };
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.cancel(cancel)));
    expect(answers.filter(({ json }) => json.errorCode === "0")).toHaveLength(1);
    const [undone] = answers.filter(({ json }) => json.errorCode === "0");
    const number = String((sent as Fields).CouponNumber);
    expect(undone?.json).toMatchObject({
      couponNumber: number,
      couponDetails: { state: "issued" },
      pointsLog: null,
    });
    expect(await couponRow(api.database.pool, number)).toMatchObject({ state: "issued" });
  });

  it("asks which is meant where one number stands on a reward and on a coupon, and means the one that is left", async () => {
    const { fields, sent } = await begin("RedeemCoupon");
    const OriginalExternalLogId = sent.ExternalLogId;
    await till.send("RedeemCoupon", sent);
    await till.reward({ ...fields, PointsValue: 7, ExternalLogId: OriginalExternalLogId });
    expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId }), 1417);
    const first = await till.cancel({ ...fields, OriginalExternalLogId, OriginalOperation: "Reward" });
    expect(first.json.pointsLog?.logTypeId).toBe(4);
    const second = await till.cancel({ ...fields, OriginalExternalLogId });
    expect(second.json).toMatchObject({ errorCode: "0", couponDetails: { state: "issued" } });
  });

  it("of a purchase whose coupon was used, and of a reward's, names the entry that stands", async () => {
    const { fields } = await api.customer();
    const bought = await createTemplate(api.database.pool, { cost_points: 30 });
    const given = { merchant_id: 1, reward_hundredths_min: 40_000, cost_points: null, branch_ids: [1] };
    await createTemplate(api.database.pool, given);
    const stands = async (operation: string, request: Fields) => {
      const sent = { ...fields, ...request, ExternalLogId: newReference() };
      const { json } = await till.send(operation, sent);
      await till.send("RedeemCoupon", { ...fields, CouponNumber: json.couponNumber });
      const refused = await till.cancel({ ...fields, OriginalExternalLogId: sent.ExternalLogId });
      expectRefusal(refused, 1414);
      const { id, logTypeId } = json.pointsLog ?? {};
      expect(refused.json.transaction).toEqual({ operation, logId: id, logTypeId });
    };
    await stands("IssueCoupon", { OfferNumber: bought.offerNumber });
    await stands("Reward", { PointsValue: 400 });
  });

  it("names an enrolment on the wallet that it opened, and GetTransaction finds it", async () => {
    const ExternalLogId = newReference();
    const customer = { ContactMsisdn: newMsisdn(), BranchMsisdn: BRANCH };
    const { json } = await till.enrol({ ...customer, ExternalLogId });
    const fields = { ...customer, WalletCode: json.wallet?.walletCode };
    const refused = await till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
    expectRefusal(refused, 1414);
    expect(refused.json).toMatchObject({
      transaction: { operation: "Enrol", logId: null, logTypeId: null },
      wallet: { walletCode: fields.WalletCode },
    });
    expect(countCodes([await till.enrol({ ...customer, ExternalLogId })])).toEqual({ replayed: 1 });
    for (const Operation of [undefined, "Enrol"]) {
      const found = await till.send("GetTransaction", { ...fields, ExternalLogId, Operation });
      expect(found.json).toMatchObject({
        ...{ errorCode: "0", pointsLog: null, wallet: { walletCode: fields.WalletCode } },
        transaction: { operation: "Enrol", isCancelled: false },
      });
    }
    const other = (await api.customer()).fields;
    expectRefusal(await till.send("GetTransaction", { ...other, ExternalLogId }), 1501);
    // The number may stand on the customer's first reward, too: that is what a Cancel undoes.
    await till.reward({ ...fields, PointsValue: 5, ExternalLogId });
    expectRefusal(await till.send("GetTransaction", { ...fields, ExternalLogId }), 1417);
    const undone = await till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
    expect(undone.json.pointsLog?.logTypeId).toBe(4);
  });

  it("says that a hold was redeemed meanwhile, and what the number of a release stands for", async () => {
    const { fields, sent } = await begin("Hold");
    const { json } = await till.hold(sent);
    const HoldId = json.pointsLog?.id;
    const OriginalExternalLogId = sent.ExternalLogId;
    await till.capture({ ...fields, HoldId, ExternalLogId: newReference() });
    expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId }), 1418);
  });

  it("keeps an answer that closed a reference the same under the cancellation's own", async () => {
    const { fields } = await api.customer();
    const key = newReference();
    const cancel = { ...fields, OriginalExternalLogId: key, ExternalLogId: key };
    expectRefusal(await till.cancel(cancel), 1401);
    expectRefusal(await till.cancel(cancel), 1401);
  });

  it("closes what one operation's question left open", async () => {
    const { fields } = await api.customer();
    const key = newReference();
    expectRefusal(
      await till.cancel({ ...fields, OriginalExternalLogId: key, OriginalOperation: "Reward" }),
      1401,
    );
    expectRefusal(await till.cancel({ ...fields, OriginalExternalLogId: key }), 1401);
    expectRefusal(await till.redeem({ ...fields, PointsValue: 3, ExternalLogId: key }), 1416);
  });
});
