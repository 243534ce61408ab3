import { afterEach, describe, expect, it } from "vitest";
import { resetClientSandbox } from "@/lib/areas/clients/sandbox";
import {
  DECIDED_SECONDS,
  PIN_LOCK_SECONDS,
  SLOW_SECONDS,
  TOO_MANY_SECONDS,
} from "@/lib/areas/sandbox/scenarios";
import type { Services } from "@/lib/services";
import { type Answer, newReference, throughEachDoor } from "@/tests/support/api";
import { createTemplate } from "@/tests/support/coupons";
import { deskOf, issueTester, operatorOf, TILL_SCOPES } from "@/tests/support/sandbox";

throughEachDoor((api, till) => {
  const entriesOf = async (walletCode: string) => {
    const { rows } = await api.database.pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE w.wallet_code = $1",
      [walletCode],
    );
    return rows[0]?.count ?? 0;
  };
  /** What a caller gets when the answer is lost: nothing, where the server can cut the connection. */
  const lost = async (asked: Promise<Answer<{ errorCode: string }>>) => {
    if (till.door === "node") return expect(asked).rejects.toThrow("socket hang up");
    return expect((await asked).json.errorCode).toBe("1902");
  };

  describe("the wallets for outcomes that are hard to reach", () => {
    it("refuse with 1301, carrying the wallet as it stands", async () => {
      const tester = await issueTester(api);
      const before = await api.snapshot();
      const answer = await till.redeem(
        { ...tester.wallet("11"), PointsValue: 1 },
        { clientId: tester.secret, language: "ar" },
      );
      expect(answer.status).toBe(422);
      expect(answer.json).toMatchObject({
        errorCode: "1301",
        errorMessage: "رصيد النقاط غير كافٍ",
        wallet: { totalPoints: 1_000 },
        pointsLog: null,
      });
      expect(await api.snapshot()).toEqual(before);
    });

    it("refuse any PIN with 1311, and ask for one with 1310", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = tester.wallet("12");
      expect((await till.redeem({ ...fields, PinCode: "1234" }, call)).json).toMatchObject({
        errorCode: "1311",
        wallet: null,
      });
      expect((await till.redeem(fields, call)).json.errorCode).toBe("1310");
      expect((await till.reward(fields, call)).json.errorCode).toBe("0");
    });

    it("refuse with 1312: one says when the lock ends, the other that it does not", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const ends = await till.redeem({ ...tester.wallet("13"), PinCode: "1234" }, call);
      expect([ends.status, ends.headers["retry-after"]]).toEqual([423, String(PIN_LOCK_SECONDS)]);
      const stays = await till.redeem({ ...tester.wallet("14"), PinCode: "1234" }, call);
      expect([stays.status, stays.headers["retry-after"]]).toEqual([423, undefined]);
    });

    it("refuse a reference with 1501, and take a request without one", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = tester.wallet("15");
      const { json } = await till.reward(fields, call);
      expect(json).toMatchObject({
        errorCode: "1501",
        errorMessage: expect.stringMatching(`: used on .+ at branch ${fields.BranchMsisdn}$`),
      });
      expect((await till.redeem(fields, call)).json.errorCode).toBe("0");
    });

    it.each([
      ["11", "RedeemUser", "1301"],
      ["11", "IssueCoupon", "1301"],
      ["12", "RedeemUser", "0"],
      ["13", "RedeemUser", "1312"],
      ["14", "RedeemUser", "1312"],
      ["14", "IssueCoupon", "1312"],
      ["15", "Reward", "1501"],
      ["21", "Reward", "0"],
      ["25", "Reward", "0"],
      ["31", "RedeemUser", "0"],
      ["32", "Reward", "1702"],
      ["33", "RedeemUser", "1703"],
      ["34", "Reward", "1704"],
      ["36", "RedeemCoupon", "1421"],
      ["37", "IssueCoupon", "1422"],
    ])("are quoted as they answer: %s, %s: %s", async (suffix, Operation, code) => {
      const tester = await issueTester(api, [...TILL_SCOPES, "wallet"]);
      const fields = { PointsValue: 10, OfferNumber: 7_002, CouponNumber: "7KQ2M4XB9TZ3HRWQ" };
      const asked = {
        ...tester.wallet(suffix),
        ...{ Operation, ...fields, ExternalLogId: newReference() },
      };
      const before = await api.snapshot();
      for (const _again of [1, 2])
        expect((await till.quote(asked, { clientId: tester.secret })).json.errorCode).toBe(code);
      expect(await api.snapshot()).toEqual(before);
    });

    it("are quoted as waiting until a person has let the request go", async () => {
      const tester = await issueTester(api, [...TILL_SCOPES, "wallet"]);
      const call = { clientId: tester.secret };
      const fields = { ...tester.wallet("33"), PointsValue: 10, ExternalLogId: newReference() };
      const quoted = async () => (await till.quote({ ...fields, Operation: "Reward" }, call)).json.errorCode;
      expect(await quoted()).toBe("1703");
      expect((await till.reward(fields, call)).json.errorCode).toBe("1703");
      const later = new Date(api.clock.now().getTime() + DECIDED_SECONDS * 1_000);
      await api.at(later, async () => {
        expect(await quoted()).toBe("0");
        expect((await till.reward(fields, call)).json.errorCode).toBe("0");
      });
    });

    it("refuse customer of FindWallet as expired, until the same reference comes with a new one", async () => {
      const tester = await issueTester(api, [...TILL_SCOPES, "wallet"]);
      const call = { clientId: tester.secret };
      const { WalletCode, BranchMsisdn, ContactMsisdn: number } = tester.wallet("38");
      const customer = async () => {
        const { json } = await till.send("FindWallet", { WalletCode, BranchMsisdn }, call);
        return (json as unknown as { candidates: { customer: string }[] }).candidates[0]?.customer ?? "";
      };
      const asked = { WalletCode, BranchMsisdn, PointsValue: 10, ExternalLogId: newReference() };
      const old = await customer();
      const send = async (ContactMsisdn: string) => {
        const { json, headers } = await till.reward({ ...asked, ContactMsisdn }, call);
        return json.errorCode + ("idempotent-replayed" in headers ? " again" : "");
      };
      expect([await send(old), await send(old)]).toEqual(["1002", "1002"]);
      await api.at(new Date(api.clock.now().getTime() + 1_000), async () => {
        expect([await send(await customer()), await send(old)]).toEqual(["0", "0 again"]);
        const given = { WalletCode, BranchMsisdn, OriginalExternalLogId: asked.ExternalLogId };
        expect((await till.cancel({ ...given, ContactMsisdn: old }, call)).json.errorCode).toBe("0");
        expect(
          (await till.redeem({ ...tester.wallet("38"), ContactMsisdn: number }, call)).json.errorCode,
        ).toBe("0");
      });
    });

    it("ask for the PIN with 1307, and take the same redemption with it", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = { ...tester.wallet("31"), PointsValue: 600, ExternalLogId: newReference() };
      const refused = await till.redeem(fields, call);
      expect(refused.json).toMatchObject({ errorCode: "1307", wallet: { walletCode: fields.WalletCode } });
      expect((await till.hold(fields, call)).json.errorCode).toBe("1307");
      expect((await till.redeem({ ...fields, PinCode: "1234" }, call)).json.errorCode).toBe("0");
    });

    it("reach a limit with 1702, and do not let points that were spent be taken back: 1415", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      for (const operation of ["Reward", "RedeemUser", "Hold"]) {
        const fields = { ...tester.wallet("32"), PointsValue: 10, ExternalLogId: newReference() };
        for (const _attempt of [1, 2])
          expect((await till.send(operation, fields, call)).json.errorCode, operation).toBe("1702");
      }
      const spent = tester.wallet("35");
      const ExternalLogId = newReference();
      const TransactionId = (await till.reward({ ...spent, ExternalLogId }, call)).json.pointsLog?.id;
      expect((await till.returnReward({ ...spent, TransactionId }, call)).json.errorCode).toBe("1415");
      const undo = { ...spent, OriginalExternalLogId: ExternalLogId };
      expect((await till.cancel(undo, call)).json.errorCode).toBe("1415");
    });

    it.each([
      ["33", "1703", ["Reward", "RedeemUser", "Hold", "Settle"]],
      ["34", "1704", ["Reward", "Settle"]],
    ])(
      "%s waits for a person with %s, who has decided five seconds later",
      async (suffix, code, operations) => {
        const tester = await issueTester(api);
        const call = { clientId: tester.secret };
        for (const operation of operations) {
          const amount = operation === "Settle" ? { BillValue: 10 } : { PointsValue: 10 };
          const fields = { ...tester.wallet(suffix), ...amount, ExternalLogId: newReference() };
          for (const _attempt of [1, 2])
            expect((await till.send(operation, fields, call)).json.errorCode, operation).toBe(code);
          await api.at(new Date(api.clock.now().getTime() + DECIDED_SECONDS * 1_000), async () => {
            expect((await till.send(operation, fields, call)).json.errorCode, operation).toBe("0");
          });
        }
      },
    );

    it.each([
      ["11", "1301", "points", { RedeemValue: 10 }],
      ["12", "1311", "points", { RedeemValue: "max", PinCode: "1234" }],
      ["13", "1312", "points", { RedeemValue: 10, PinCode: "1234" }],
      ["31", "1307", "points", { RedeemValue: 10 }],
      ["32", "1702", "reward", {}],
      ["36", "1421", "coupons", { CouponNumbers: ["7KQ2M4XB9TZ3HRWQ"] }],
    ])(
      "%s refuses a bill with %s, names its %s, and takes a bill without them",
      async (suffix, code, part, more) => {
        const tester = await issueTester(api);
        const bill = { ...tester.wallet(suffix), BillValue: 60, ExternalLogId: newReference() };
        const call = { clientId: tester.secret };
        const { json } = await till.send("Settle", { ...bill, ...more }, call);
        expect(json).toMatchObject({ errorCode: code, transaction: { part } });
        if (part !== "reward") expect((await till.send("Settle", bill, call)).json.errorCode).toBe("0");
      },
    );

    it("refuse a coupon that has lapsed, and an offer of which none is left", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const use = { ...tester.wallet("36"), CouponNumber: "7KQ2M4XB9TZ3HRWQ" };
      const refused = await till.send("RedeemCoupon", use, call);
      expect([refused.json.errorCode, refused.json.errorMessage]).toEqual([
        "1421",
        "Coupon refused: it has expired",
      ]);
      const buy = { ...tester.wallet("37"), OfferNumber: 7_001 };
      expect((await till.send("IssueCoupon", buy, call)).json.errorCode).toBe("1422");
    });

    it("lose the answers of operations on coupons and holds, and answer their retries", async () => {
      const tester = await issueTester(api, [...TILL_SCOPES, "wallet"]);
      const call = { clientId: tester.secret };
      const { offerNumber } = await createTemplate(api.database.pool, { merchant_id: 1, cost_points: 50 });
      const wallet = tester.wallet("22");
      const twice = async (operation: string, more: object) => {
        const fields = { ...wallet, ...more, ExternalLogId: newReference() };
        await lost(till.send(operation, fields, call));
        const { json, headers } = await till.send(operation, fields, call);
        expect([json.errorCode, headers["idempotent-replayed"]], operation).toEqual(["0", "true"]);
        return json;
      };
      const CouponNumber = (await twice("IssueCoupon", { OfferNumber: offerNumber })).couponNumber;
      await twice("RedeemCoupon", { CouponNumber });
      await twice("CancelCoupon", { CouponNumber });
      const { pointsLog } = await twice("Hold", { PointsValue: 20 });
      await twice("Capture", { HoldId: pointsLog?.id });
    });

    it("of a sandbox of an earlier release are opened when it is reset", async () => {
      const tester = await issueTester(api);
      const { pool } = api.database;
      const named = tester.wallet("37").WalletCode;
      await pool.query("DELETE FROM sandbox_wallet WHERE wallet_code = $1", [named]);
      await pool.query(
        "UPDATE wallet SET wallet_code = $1 || '-gone', contact_msisdn = '+201190009937' WHERE wallet_code = $1",
        [named],
      );
      await resetClientSandbox(deskOf(api), await operatorOf(api), { clientId: tester.clientId });
      await api.configure("SELECT 1");
      const buy = { ...tester.wallet("37"), OfferNumber: 7_001 };
      const answer = await till.send("IssueCoupon", buy, { clientId: tester.secret });
      expect(answer.json).toMatchObject({ errorCode: "1422", wallet: { totalPoints: 1_000 } });
    });

    it("are unavailable to a first attempt, which is not carried out, and take the second", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = { ...tester.wallet("21"), ExternalLogId: newReference() };
      const before = await entriesOf(fields.WalletCode);
      const first = await till.reward(fields, call);
      expect([first.status, first.json.errorCode, first.headers["retry-after"]]).toEqual([503, "1902", "1"]);
      expect(await entriesOf(fields.WalletCode)).toBe(before);
      const second = await till.reward(fields, call);
      expect([second.json.errorCode, second.headers["idempotent-replayed"]]).toEqual(["0", undefined]);
      expect((await till.reward(fields, call)).headers["idempotent-replayed"]).toBe("true");
      expect(await entriesOf(fields.WalletCode)).toBe(before + 1);
    });

    it("tell attempts without a reference apart by their turn", async () => {
      const tester = await issueTester(api);
      const fields = tester.wallet("21");
      const codes: string[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1)
        codes.push((await till.redeem(fields, { clientId: tester.secret })).json.errorCode);
      expect(codes).toEqual(["1902", "0", "1902", "0"]);
    });

    it("of two first attempts at once lose one", async () => {
      const tester = await issueTester(api);
      const fields = { ...tester.wallet("21"), ExternalLogId: newReference() };
      const both = await Promise.all([1, 2].map(() => till.reward(fields, { clientId: tester.secret })));
      expect(both.map(({ json }) => json.errorCode).sort()).toEqual(["0", "1902"]);
    });

    it("carry out what they do not answer, and answer its repetition as the first time", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = { ...tester.wallet("22"), PointsValue: 70, ExternalLogId: newReference() };
      const before = await entriesOf(fields.WalletCode);
      await lost(till.reward(fields, call));
      expect(await entriesOf(fields.WalletCode)).toBe(before + 1);
      const again = await till.reward(fields, call);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.json).toMatchObject({ errorCode: "0", wallet: { totalPoints: 1_070 } });
      expect(await entriesOf(fields.WalletCode)).toBe(before + 1);
    });

    it("never answer a sale or its repetition, and answer the Cancel of its reference", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const named = tester.wallet("23");
      const reference = newReference();
      await lost(till.redeem({ ...named, PointsValue: 40, ExternalLogId: reference }, call));
      await lost(till.redeem({ ...named, PointsValue: 40, ExternalLogId: reference }, call));
      const cancelled = await till.cancel({ ...named, OriginalExternalLogId: reference }, call);
      expect(cancelled.json).toMatchObject({ errorCode: "0", wallet: { totalPoints: 1_000 } });
    });

    it("answer a refused sale even there: it was not carried out", async () => {
      const tester = await issueTester(api);
      const fields = { ...tester.wallet("23"), ContactMsisdn: "01190000999" };
      expect((await till.reward(fields, { clientId: tester.secret })).json.errorCode).toBe("1201");
    });

    it("refuse with 1701 until Retry-After is over, and then take the same request", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const fields = { ...tester.wallet("25"), ExternalLogId: newReference() };
      const first = await till.reward(fields, call);
      expect([first.status, first.headers["retry-after"]]).toEqual([429, String(TOO_MANY_SECONDS)]);
      expect((await till.reward(fields, call)).json.errorCode).toBe("1701");
      const later = new Date(api.clock.now().getTime() + TOO_MANY_SECONDS * 1_000);
      await api.at(later, async () => expect((await till.reward(fields, call)).json.errorCode).toBe("0"));
    });
  });

  describe("a slow answer", () => {
    let release: (() => void)[] = [];
    const waits: number[] = [];
    /** Services whose waits end when the test says so. */
    const patient = (): Services => ({
      ...api.services,
      wait: (milliseconds) =>
        new Promise<void>((resolve) => {
          waits.push(milliseconds);
          release.push(resolve);
        }),
    });
    afterEach(() => {
      for (const resolve of release) resolve();
      release = [];
      waits.length = 0;
    });

    it("comes after the sale was carried out, later than a till waits; its repetition is answered at once", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const slow = api.caller(till.door, patient());
      const fields = { ...tester.wallet("24"), ExternalLogId: newReference() };
      const asked = slow.reward(fields, call);
      await expect.poll(() => waits).toEqual([SLOW_SECONDS * 1_000]);
      const again = await slow.reward(fields, call);
      expect([again.json.errorCode, again.headers["idempotent-replayed"]]).toEqual(["0", "true"]);
      for (const resolve of release) resolve();
      expect((await asked).json).toMatchObject({ errorCode: "0", wallet: again.json.wallet });
    });

    it("is waited for by two requests of a client at most: others are told to ask again", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const slow = api.caller(till.door, patient());
      const asked = [1, 2].map(() => slow.reward(tester.wallet("24"), call));
      await expect.poll(() => waits.length).toBe(2);
      const third = await slow.reward(tester.wallet("24"), call);
      expect([third.json.errorCode, third.headers["retry-after"]]).toEqual(["1902", String(SLOW_SECONDS)]);
      for (const resolve of release) resolve();
      for (const answer of await Promise.all(asked)) expect(answer.json.errorCode).toBe("0");
    });
  });
});
