import { describe, expect, it } from "vitest";
import { MOVEMENT_NAMES } from "@/lib/points-api/movements";
import { held } from "@/tests/api/suites/held";
import {
  type Api,
  type Caller,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";
import { createTemplate } from "@/tests/support/coupons";
import { SEGMENT } from "@/tests/support/demo-fixture";

type Fields = Readonly<Record<string, unknown>>;

/** A request of each movement that would be carried out, without a reference. */
const REQUESTS: Record<string, (api: Api, till: Caller) => Promise<Fields>> = {
  Reward: async (api) => ({ ...(await api.customer()).fields, PointsValue: 150 }),
  RedeemUser: async (api) => ({ ...(await api.customer()).fields, PointsValue: 50 }),
  Refund: async (api, till) => {
    const { fields } = await api.customer();
    const { id } = expectSuccess(await till.redeem(fields)).entry;
    return { ...fields, TransactionId: id, Points: 20 };
  },
  ReturnReward: async (api, till) => {
    const { fields } = await api.customer();
    const { id } = expectSuccess(await till.reward(fields)).entry;
    return { ...fields, TransactionId: id, Points: 20 };
  },
  Cancel: async (api, till) => {
    const { fields } = await api.customer();
    return { ...fields, TransactionId: expectSuccess(await till.redeem(fields)).entry.id };
  },
  Hold: async (api) => ({ ...(await api.customer()).fields, PointsValue: 50 }),
  Capture: async (api, till) => ({ ...(await held(api, till)), Points: 60 }),
  Release: held,
  Settle: async (api) => ({ ...(await api.customer()).fields, BillValue: 150, RedeemValue: 50 }),
  IssueCoupon: async (api) => {
    const { fields } = await api.customer();
    const { offerNumber: OfferNumber } = await createTemplate(api.database.pool);
    return { ...fields, OfferNumber };
  },
};

throughEachDoor((api, till) => {
  it("beyond a limit says which, and the same request goes through once after a supervisor approved it", async () => {
    const { fields } = await api.customer();
    const request = { ...fields, PointsValue: 150, ExternalLogId: newReference() };
    const limitIs = (max: string) => api.configure(`UPDATE api_client SET reward_value_max = ${max}`);
    await limitIs("100");
    try {
      const quoted = await till.quote({ Operation: "Reward", ...request });
      expectRefusal(quoted, 1704);
      const limits = [{ limit: "rewardValueMax", required: 150, available: 100, missing: 50 }];
      expect(quoted.json.limits).toEqual(limits);
      for (let attempt = 1; attempt <= 2; attempt += 1) expectRefusal(await till.reward(request), 1704);
      const of = `key = '${request.ExternalLogId}'`;
      const { rows } = await api.database.pool.query(`SELECT breaches FROM till_approval WHERE ${of}`);
      expect(rows).toEqual([{ breaches: [{ limit: "rewardValueMax", required: 150, available: 100 }] }]);
      await api.configure(
        `UPDATE till_approval SET state = 'approved', decided_at = asked_at,
                decided_by = (SELECT min(id) FROM app_user WHERE app_user.id <> till_approval.user_id) WHERE ${of}`,
      );
      const first = expectSuccess(await till.reward(request));
      expect(expectSuccess(await till.reward(request)).entry.id).toBe(first.entry.id);
      expectRefusal(await till.reward({ ...request, ExternalLogId: newReference() }), 1704);
      // Contents that take turns under one reference: the last that was asked about waits, and nobody is failed.
      const ExternalLogId = newReference();
      const values = Array.from({ length: 50 }, (_, index) => 150 + (index % 25));
      const sent = values.map((PointsValue) => till.reward({ ...fields, PointsValue, ExternalLogId }));
      for (const answer of await Promise.all(sent)) expectRefusal(answer, 1704);
      const waiting = await api.database.pool.query(
        `SELECT 1 FROM till_approval WHERE key = '${ExternalLogId}' AND state = 'pending'`,
      );
      expect(waiting.rowCount).toBe(1);
    } finally {
      await limitIs("NULL");
    }
  });

  describe.each(MOVEMENT_NAMES)("a quote of %s", (operation) => {
    const requestOf = async () => {
      const make = REQUESTS[operation];
      if (make === undefined) throw new Error(`There is no request of ${operation} to quote`);
      return make(api, till);
    };

    it("is what the operation then answers, but for the number and the time of the entry; it moves nothing", async () => {
      const request = await requestOf();
      const before = await api.snapshot();
      const quoted = await till.quote({ Operation: operation, ...request });
      const { entry, wallet } = expectSuccess(quoted);
      expect(await api.snapshot()).toEqual(before);
      expect(entry.id).toBe(0);
      expect(quoted.json.transaction).toMatchObject({ operation, isPinRequired: false });
      const done = await till.send(operation, {
        ...request,
        ...((operation === "Reward" || operation === "Settle") && { ExternalLogId: newReference() }),
      });
      const then = expectSuccess(done);
      expect({ ...then.entry, id: 0, externalLogId: entry.externalLogId }).toEqual(entry);
      expect(then.wallet).toEqual(wallet);
      // A quoted entry has neither its number nor a reference.
      const asQuoted = (key: string, value: unknown) =>
        key === "holdId" && operation === "Hold"
          ? 0
          : key === "entries"
            ? (value as object[]).map((one) => ({ ...one, id: 0, externalLogId: entry.externalLogId }))
            : value;
      if ("transaction" in done.json)
        expect(quoted.json.transaction).toHaveProperty(
          "transaction",
          JSON.parse(JSON.stringify(done.json.transaction, asQuoted)),
        );
    });

    it("uses up no reference, and with one that was used answers the first answer again", async () => {
      const ExternalLogId = newReference();
      const request = { ...(await requestOf()), ExternalLogId };
      expect((await till.quote({ Operation: operation, ...request })).json.pointsLog?.id).toBe(0);
      const first = await till.send(operation, request);
      expect(first.headers["idempotent-replayed"]).toBeUndefined();
      const again = await till.quote({ Operation: operation, ...request });
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.json.pointsLog).toEqual(expectSuccess(first).entry);
      const other = { ...request, BranchMsisdn: "01000000002" };
      expectRefusal(await till.quote({ Operation: operation, ...other }), 1501);
    });

    it("is refused as the operation would be", async () => {
      const request = await requestOf();
      const ask = (wrong: Fields) => till.quote({ Operation: operation, ...request, ...wrong });
      expectRefusal(await ask({ WalletCode: "NOBODY" }), 1201);
      expectRefusal(await ask({ BranchMsisdn: FOREIGN_BRANCH }), 1110);
      expectRefusal(await ask({ BranchMsisdn: INACTIVE_BRANCH }), 1111);
      expectRefusal(await ask({ ContactMsisdn: undefined }), 1001, { field: "ContactMsisdn" });
      expectRefusal(await ask({ WalletCode: true }), 1002, { field: "WalletCode" });
      await api.database.pool.query("UPDATE wallet SET status_id = 4 WHERE wallet_code = $1", [
        request.WalletCode,
      ]);
      expectRefusal(await ask({}), 1202);
    });

    it("needs the scope wallet and no reference", async () => {
      const request = { Operation: operation, ...(await requestOf()) };
      expectRefusal(await till.quote(request, { clientId: "pis_test_deals_only" }), 1103);
      expectSuccess(await till.quote(request, { clientId: "pis_test_key_required" }));
    });
  });

  it("names a missing operation, one that cannot be quoted, and the operation's own missing field", async () => {
    const { fields } = await api.customer();
    expectRefusal(await till.quote(fields), 1001, { field: "Operation" });
    for (const Operation of ["GetDeals", "Quote", "Enrol", "redeem"])
      expectRefusal(await till.quote({ ...fields, Operation }), 1002, { field: "Operation" });
    expectRefusal(await till.quote({ ...fields, Operation: "RedeemUser" }), 1001, { field: "PointsValue" });
    expectRefusal(await till.quote({ ...fields, Operation: "Refund" }), 1001, { field: "TransactionId" });
    expectRefusal(await till.quote({ ...fields, Operation: "Cancel" }), 1001, { field: "TransactionId" });
  });

  it("is read as liberally as the operation itself, and by the letter for a strict client", async () => {
    const { fields } = await api.customer();
    const written = { Operation: " RedeemUser ", ...fields, PointsValue: "50", Comment: "" };
    expect(expectSuccess(await till.quote(written)).entry.amount).toBe(50);
    await api.configure("UPDATE api_client SET is_strict = true WHERE id = $1", [
      api.fixture.clientIds.get("pis_test_http200"),
    ]);
    const strict = await till.quote(written, { clientId: "pis_test_http200" });
    expect(strict.json.errorCode).toBe("1002");
    await api.configure("UPDATE api_client SET is_strict = false");
  });

  it("tells points by the wallet's own rates and refuses by its own threshold", async () => {
    const gold = await api.customer({ points: 600, segment: SEGMENT.gold });
    const ask = (PointsValue: number) => till.quote({ Operation: "RedeemUser", ...gold.fields, PointsValue });
    expect(expectSuccess(await ask(50))).toMatchObject({
      entry: { amount: 100, amountValue: 50, balanceAfter: 500 },
      wallet: { totalPoints: 500 },
    });
    expect(expectRefusal(await ask(301), 1301)?.totalPoints).toBe(600);
  });

  describe("the PIN", () => {
    it("is not read: right, wrong or absent, the quote is the same, says that it will be asked for, and counts nothing", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      const before = await api.snapshot();
      const request = { Operation: "RedeemUser", ...fields, PointsValue: 5 };
      const texts = new Set<string>();
      for (const PinCode of [undefined, PINS.right, ...Array(12).fill(PINS.wrong)]) {
        const answer = await till.quote({ ...request, PinCode });
        expectSuccess(answer);
        expect(answer.json.transaction).toMatchObject({ isPinRequired: true });
        texts.add(answer.bytes.toString());
      }
      expect(texts.size).toBe(1);
      expect(await api.snapshot()).toEqual(before);
      expectSuccess(await till.redeem({ ...fields, PinCode: PINS.right }));
    });

    it("is told to be locked, with the time until it opens", async () => {
      const { fields } = await api.customer({ pin: PINS.right });
      for (let attempt = 1; attempt <= 5; attempt += 1) await till.redeem({ ...fields, PinCode: PINS.wrong });
      const answer = await till.quote({ Operation: "RedeemUser", ...fields, PointsValue: 5 });
      expect(expectRefusal(answer, 1312)).toBeNull();
      expect(answer.headers["retry-after"]).toBe("900");
    });
  });

  it("of a cancel by a reference that never arrived closes nothing", async () => {
    const { fields } = await api.customer();
    const OriginalExternalLogId = newReference();
    expectRefusal(await till.quote({ Operation: "Cancel", ...fields, OriginalExternalLogId }), 1401);
    expectSuccess(await till.redeem({ ...fields, ExternalLogId: OriginalExternalLogId }));
  });

  it("at once with the movement itself neither waits for it nor hinders it", async () => {
    const { fields } = await api.customer({ points: 100 });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => till.quote({ Operation: "RedeemUser", ...fields, PointsValue: 5 })),
      till.redeem({ ...fields, PointsValue: 100 }),
    ]);
    expectSuccess(answers[20] as never);
    for (const answer of answers.slice(0, 20)) expect(["0", "1301"]).toContain(answer.json.errorCode);
  });
});
