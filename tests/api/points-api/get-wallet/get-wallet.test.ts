import { describe, expect, it } from "vitest";
import {
  BRANCH,
  expectRefusal,
  expectSuccess,
  expectWallet,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
  PINS,
  throughEachDoor,
} from "@/tests/support/api";

throughEachDoor((api, till) => {
  it("shows the wallet as the last movement left it, moves nothing and asks for no PIN", async () => {
    const { fields } = await api.customer({ points: 500, pin: PINS.right });
    const moved = expectSuccess(await till.reward({ ...fields, PointsValue: 40 }));
    const before = await api.snapshot();
    const answer = await till.wallet(fields);
    expect(expectWallet(answer)).toEqual(moved.wallet);
    expect(answer.json).toMatchObject({ transaction: null, totalAmount: 0, offerNumber: 0 });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await api.snapshot()).toEqual(before);
  });

  it.each([
    ["suspended", 4],
    ["blocked", 5],
    ["closed", 6],
    ["not opted in", 7],
    ["not activated for redemption", 8],
    ["merged", 9],
    ["pending", 10],
  ])("shows a wallet that is %s, with nothing to redeem", async (_label, number) => {
    const fields = {
      WalletCode: String(100_000 + number),
      ContactMsisdn: `0111000${String(number).padStart(4, "0")}`,
      BranchMsisdn: BRANCH,
    };
    expect(expectWallet(await till.wallet(fields))).toMatchObject({
      walletCode: fields.WalletCode,
      billRewardPoints: 0,
      billRewardValue: 0,
    });
  });

  it("leaves out points that have lapsed, though nothing has written them off yet", async () => {
    const { fields } = await api.customer({ points: 0 });
    expectSuccess(await till.reward({ ...fields, PointsValue: 30 }));
    await api.at("2029-01-01T10:00:00Z", async () => {
      expect(expectWallet(await till.wallet(fields))).toMatchObject({
        totalPoints: 0,
        accumulatedPoints: 30,
        billRewardPoints: 0,
      });
    });
  });

  it("shows a hold that has ended by itself as free, though no job has released it yet", async () => {
    const { fields } = await api.customer({ points: 500 });
    expectSuccess(await till.hold({ ...fields, Points: 200, Minutes: 10 }));
    expect(expectWallet(await till.wallet(fields))).toMatchObject({ totalPoints: 300, suspendedPoints: 200 });
    const before = await api.snapshot();
    await api.at("2026-03-10T11:00:00Z", async () => {
      expect(expectWallet(await till.wallet(fields))).toMatchObject({
        ...{ totalPoints: 500, suspendedPoints: 0, billRewardPoints: 500 },
      });
    });
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses an unknown code, a wrong number and a foreign number alike", async () => {
    const { fields } = await api.customer();
    const other = await api.customer();
    const answers = await Promise.all(
      [
        { WalletCode: "NOBODY" },
        { ContactMsisdn: "01211111111" },
        { ContactMsisdn: other.fields.ContactMsisdn },
      ].map((wrong) => till.wallet({ ...fields, ...wrong })),
    );
    for (const answer of answers) expect(expectRefusal(answer, 1201)).toBeNull();
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  it("needs a branch that the client may act for", async () => {
    const { fields } = await api.customer();
    expectRefusal(await till.wallet({ ...fields, BranchMsisdn: FOREIGN_BRANCH }), 1110);
    expectRefusal(await till.wallet({ ...fields, BranchMsisdn: INACTIVE_BRANCH }), 1111);
    expectRefusal(await till.wallet(fields, { clientId: "pis_test_branch_smouha" }), 1110);
  });

  it("needs the scope wallet: a client of before the operation does not have it", async () => {
    const { fields } = await api.customer();
    expectRefusal(await till.wallet(fields, { clientId: "pis_test_deals_only" }), 1103);
    expectRefusal(await till.wallet(fields, { clientId: null }), 1101);
    expectRefusal(await till.wallet(fields, { clientId: "pis_test_revoked" }), 1102);
  });

  it("needs no reference, also of a client that must send one", async () => {
    const { fields } = await api.customer();
    const answer = await till.wallet(fields, {
      clientId: "pis_test_key_required",
      headers: { "Idempotency-Key": newReference() },
    });
    expectWallet(answer);
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
  });

  it.each(["WalletCode", "ContactMsisdn", "BranchMsisdn"])("names a missing or wrong %s", async (field) => {
    const { fields } = await api.customer();
    expectRefusal(await till.wallet({ ...fields, [field]: undefined }), 1001, { field });
    expectRefusal(await till.wallet({ ...fields, [field]: { value: 1 } }), 1002, { field });
    expectRefusal(await till.wallet({}, { body: "{" }), 1003);
  });

  describe("in Arabic", () => {
    it("answers and refuses in Arabic, and 200 to a client that wants nothing else", async () => {
      const { fields } = await api.customer();
      const call = { language: "ar", clientId: "pis_test_http200" };
      expect((await till.wallet(fields, call)).json.errorMessage).toBe("تمت العملية بنجاح");
      const refused = await till.wallet({ ...fields, WalletCode: "NOBODY" }, call);
      expect([refused.status, refused.json.errorCode]).toEqual([200, "1201"]);
      expect(refused.json.errorMessage).toBe("المحفظة غير موجودة أو رقم الهاتف غير مطابق");
    });
  });
});
