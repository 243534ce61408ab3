import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BRANCH,
  countCodes,
  expectRefusal,
  expectSuccess,
  expectWallet,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newMsisdn,
  newReference,
  throughEachDoor,
  unique,
} from "@/tests/support/api";

const REFERRALS_ON = "referral_bonus = 200, referral_newcomer_bonus = 50, referral_least_value = 100";
const REFERRALS_OFF = "referral_bonus = 0, referral_newcomer_bonus = 0, referral_least_value = 0";

throughEachDoor((api, till) => {
  const walletsOf = async (msisdn: string): Promise<number> => {
    const { rows } = await api.database.pool.query(
      "SELECT count(*)::int AS found FROM wallet WHERE contact_msisdn = $1",
      [`+2${msisdn}`],
    );
    return rows[0].found;
  };

  it("opens an active wallet without points, with the customer's consent, and points move in it", async () => {
    const ContactMsisdn = newMsisdn();
    const answer = await till.enrol(
      {
        ContactMsisdn,
        Name: "منى عادل",
        BirthDate: "1990-05-17",
        ReferralMsisdn: "01110000001",
        PinCode: "4071",
      },
      { language: "ar" },
    );
    const wallet = expectWallet(answer);
    expect(wallet).toMatchObject({
      name: "منى عادل",
      birthDate: "1990-05-17",
      contactMsisdn: ContactMsisdn,
      referralMasterMSISDN: "01110000001",
      walletStatusId: 1,
      isOptedIn: true,
      redemptionActivationFlag: true,
      totalPoints: 0,
      accumulatedPoints: 0,
      billRewardPoints: 0,
      optedInDate: "2026-03-10T12:00:00",
    });
    expect(wallet.walletCode).toMatch(/^\d{10}$/);
    expect(answer.json).toMatchObject({ transaction: null, totalAmount: 0 });
    const fields = { WalletCode: wallet.walletCode, ContactMsisdn, BranchMsisdn: BRANCH };
    expect(expectWallet(await till.wallet(fields))).toEqual({ ...wallet, segment: expect.any(Object) });
    expectSuccess(await till.reward({ ...fields, PointsValue: 50 }));
    expectRefusal(await till.redeem({ ...fields, PointsValue: 1 }), 1310);
    expectSuccess(await till.redeem({ ...fields, PointsValue: 1, PinCode: "4071" }));
    const { rows } = await api.database.pool.query(
      `SELECT c.via, c.language, c.version, c.is_given, u.kind, p.consent_at IS NOT NULL AS kept
         FROM wallet_consent c JOIN app_user u ON u.id = c.user_id JOIN wallet_profile p ON p.wallet_id = c.wallet_id
        WHERE c.wallet_id = $1`,
      [wallet.id],
    );
    expect(rows).toEqual([
      { via: "api", language: "ar", version: 1, is_given: true, kind: "technical", kept: true },
    ]);
  });

  it("is told to those who follow events, with the client as the one who did it", async () => {
    const wallet = expectWallet(await till.enrol());
    const { rows } = await api.database.pool.query(
      "SELECT a.action, a.merchant_id, a.request_id IS NOT NULL AS traced, u.kind FROM audit_log a JOIN app_user u ON u.id = a.user_id WHERE a.subject_id = $1",
      [wallet.walletCode],
    );
    expect(rows).toEqual([{ action: "wallet.enrol", merchant_id: 1, traced: true, kind: "technical" }]);
  });

  it("takes the code of the customer's card", async () => {
    const WalletCode = `CARD-${unique()}`;
    expect(expectWallet(await till.enrol({ WalletCode })).walletCode).toBe(WalletCode);
    expectRefusal(await till.enrol({ WalletCode }), 1002, { field: "WalletCode" });
    for (const bad of ["has a space", "-first", "x".repeat(33)])
      expectRefusal(await till.enrol({ WalletCode: bad }), 1002, { field: "WalletCode" });
  });

  it("refuses a number that has an open wallet with 1207 and the end of its code, and opens another when that one is closed", async () => {
    const { id, fields } = await api.customer({ points: 0, walletCode: `LONGCODE${unique()}` });
    const before = await api.snapshot();
    const request = { ContactMsisdn: `+2${fields.ContactMsisdn}` };
    const answer = await till.enrol(request);
    expect(expectRefusal(answer, 1207)).toBeNull();
    expect(answer.json.transaction).toEqual({ walletCode: `•••${fields.WalletCode.slice(-4)}` });
    expect(answer.bytes.toString()).not.toContain(fields.WalletCode);
    expect(await api.snapshot()).toEqual(before);
    await api.database.pool.query("UPDATE wallet SET status_id = 5 WHERE id = $1", [id]);
    expectWallet(await till.enrol(request));
  });

  it.each([
    ["false", false],
    ["0", 0],
    ["absent", undefined],
    ["null", null],
    ["empty", ""],
    ["the text false", "false"],
  ])("opens nothing without consent: %s is 1208", async (_label, Consent) => {
    const ContactMsisdn = newMsisdn();
    expectRefusal(await till.enrol({ ContactMsisdn, Consent }), 1208);
    expect(await walletsOf(ContactMsisdn)).toBe(0);
  });

  it.each([["true"], ["True"], [" 1 "], [1]])("reads %j as consent", async (Consent) => {
    expectWallet(await till.enrol({ Consent }));
  });

  it("does not read anything else as consent or as its absence", async () => {
    for (const Consent of ["yes", 2, [], {}, "no"])
      expectRefusal(await till.enrol({ Consent }), 1002, { field: "Consent" });
  });

  it.each([
    ["PinCode", ["0000", "1234", "4321", "111111", "123456", "1212", "2580", "12", 4071, "40717"]],
    ["BirthDate", ["17/05/1990", "2026-03-12", "1899-12-31", "1990-02-30", "x", 5]],
    ["Name", ["a\u202eb", "x".repeat(121), {}, "a\u0000b"]],
    ["ReferralMsisdn", ["12", "x", {}]],
    ["ContactMsisdn", ["12", "", {}]],
  ])("refuses a bad %s with 1002, and opens nothing", async (field, values) => {
    const ContactMsisdn = newMsisdn();
    for (const value of values) {
      if (field === "PinCode" && value === "40717") continue;
      expectRefusal(await till.enrol({ ContactMsisdn, [field]: value }), 1002, { field });
    }
    expect(await walletsOf(ContactMsisdn)).toBe(0);
  });

  it("refuses PINs that others can know: the birth year and day, the end of the number and of the card", async () => {
    const ContactMsisdn = newMsisdn();
    const request = { ContactMsisdn, BirthDate: "1973-11-26", WalletCode: `C${unique()}80427` };
    for (const PinCode of ["1973", "2611", "1126", "261173", ContactMsisdn.slice(-4), "0427", "١٩٧٣"])
      expectRefusal(await till.enrol({ ...request, PinCode }), 1002, { field: "PinCode" });
    expectWallet(await till.enrol({ ...request, PinCode: "7392" }));
  });

  it("does not let customers recommend themselves, and does not tell whether the other is a customer", async () => {
    const ContactMsisdn = newMsisdn();
    const own = await till.enrol({ ContactMsisdn, ReferralMsisdn: `+2${ContactMsisdn}` });
    expectRefusal(own, 1002, { field: "ReferralMsisdn" });
    expect(own.json.errorMessage).toContain("This is the customer's own number");
    const ReferralMsisdn = newMsisdn();
    expect(expectWallet(await till.enrol({ ContactMsisdn, ReferralMsisdn })).referralMasterMSISDN).toBe(
      ReferralMsisdn,
    );
    const change = api.database.pool.query(
      "UPDATE wallet_profile SET referral_msisdn = '+201110000002' WHERE referral_msisdn = $1",
      [`+2${ReferralMsisdn}`],
    );
    await expect(change).rejects.toThrow(/does not change/);
  });

  describe("a customer whom another one brought", () => {
    beforeAll(() => api.configure(`UPDATE programme SET ${REFERRALS_ON}`));
    afterAll(() => api.configure(`UPDATE programme SET ${REFERRALS_OFF}`));
    /** A customer who joined at the till, as requests name their wallet. */
    const joins = async (fields: Record<string, unknown> = {}) => {
      const ContactMsisdn = newMsisdn();
      const { walletCode: WalletCode } = expectWallet(await till.enrol({ ContactMsisdn, ...fields }));
      return { WalletCode, ContactMsisdn, BranchMsisdn: BRANCH };
    };
    const pointsOf = async (fields: Record<string, unknown>) =>
      expectWallet(await till.wallet(fields)).totalPoints;
    const statesOf = async ({ ContactMsisdn }: { ContactMsisdn: string }) => {
      const { rows } = await api.database.pool.query<{ state: string }>(
        "SELECT r.state FROM referral r JOIN wallet w ON w.id = r.referrer_wallet_id WHERE w.contact_msisdn = $1",
        [`+2${ContactMsisdn}`],
      );
      return rows.map(({ state }) => state);
    };

    it("brings both a bonus with the first reward, which the quote and the answer say, and a void takes back", async () => {
      const referrer = await joins();
      const newcomer = await joins({ ReferralMsisdn: referrer.ContactMsisdn });
      const bill = { ...newcomer, PointsValue: 120 };
      const quoted = await till.quote({ ...bill, Operation: "Reward" });
      expect(quoted.json.pointsLog).toMatchObject({ amount: 170, comments: expect.stringContaining("50") });
      expect(await pointsOf(referrer)).toBe(0);
      const answer = await till.reward(bill);
      const { entry, wallet } = expectSuccess(answer);
      expect(entry).toMatchObject({
        amount: 170,
        amountValue: 120,
        balanceAfter: 170,
        comments: expect.stringMatching(/bonus.*50.*ترحيب/),
      });
      expect(wallet).toMatchObject({ totalPoints: 170, referralMasterMSISDN: referrer.ContactMsisdn });
      expect(await pointsOf(referrer)).toBe(200);
      expect(await statesOf(referrer)).toEqual(["paid"]);
      expectSuccess(await till.cancel({ ...newcomer, TransactionId: entry.id }));
      expect([await pointsOf(newcomer), await pointsOf(referrer)]).toEqual([0, 0]);
      expect(await statesOf(referrer)).toEqual(["taken_back"]);
    });

    it("brings nothing for a number that nobody has, that is closed, or that comes later", async () => {
      const later = newMsisdn();
      const newcomer = await joins({ ReferralMsisdn: later });
      const referrer = await joins({ ContactMsisdn: later });
      expectSuccess(await till.reward({ ...newcomer, PointsValue: 120 }));
      expect(await pointsOf(newcomer)).toBe(120);
      expect(await pointsOf({ ...referrer, ContactMsisdn: later })).toBe(0);
      const gone = await joins();
      await api.configure(`UPDATE wallet SET status_id = 5 WHERE wallet_code = '${gone.WalletCode}'`);
      const another = await joins({ ReferralMsisdn: gone.ContactMsisdn });
      expectSuccess(await till.reward({ ...another, PointsValue: 120 }));
      expect(await pointsOf(another)).toBe(120);
    });

    it("brings nothing for a number that had a wallet before: it is no newcomer's", async () => {
      const referrer = await joins();
      const before = await joins();
      await api.configure(`UPDATE wallet SET status_id = 5 WHERE wallet_code = '${before.WalletCode}'`);
      const { ContactMsisdn } = before;
      await joins({ ContactMsisdn, ReferralMsisdn: referrer.ContactMsisdn });
      expect(await statesOf(referrer)).toEqual([]);
    });

    it("brings the oldest active wallet of the number its bonus", async () => {
      const referrer = await joins();
      await api.configure(
        `INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, opted_in_at)
         SELECT 'SECOND-' || wallet_code, contact_msisdn, segment_id, opted_in_at FROM wallet WHERE wallet_code = '${referrer.WalletCode}'`,
      );
      const newcomer = await joins({ ReferralMsisdn: referrer.ContactMsisdn });
      expectSuccess(await till.reward({ ...newcomer, PointsValue: 120 }));
      expect(await pointsOf(referrer)).toBe(200);
    });

    it("is told the same by a retry, and brings nothing more", async () => {
      const referrer = await joins();
      const newcomer = await joins({ ReferralMsisdn: referrer.ContactMsisdn });
      const request = { ...newcomer, PointsValue: 120, ExternalLogId: newReference() };
      const first = await till.reward(request);
      expect(expectSuccess(first).entry.amount).toBe(170);
      const again = await till.reward(request);
      expect(again.bytes.toString()).toBe(first.bytes.toString());
      expect(await pointsOf(referrer)).toBe(200);
    });
  });

  it("needs the scope enrol and a branch of its own", async () => {
    expectRefusal(await till.enrol({}, { clientId: "pis_test_deals_only" }), 1103);
    expectRefusal(await till.enrol({}, { clientId: null }), 1101);
    expectRefusal(await till.enrol({ BranchMsisdn: FOREIGN_BRANCH }), 1110);
    expectRefusal(await till.enrol({ BranchMsisdn: INACTIVE_BRANCH, ExternalLogId: newReference() }), 1111);
    expectRefusal(await till.enrol({ BranchMsisdn: undefined }), 1001, { field: "BranchMsisdn" });
    expectRefusal(await till.enrol({ ContactMsisdn: undefined }), 1001, { field: "ContactMsisdn" });
  });

  it("is asked for a reference where the client must send one", async () => {
    const call = { clientId: "pis_test_key_required" };
    expectRefusal(await till.enrol({}, call), 1504);
    expectWallet(await till.enrol({}, { ...call, headers: { "Idempotency-Key": newReference() } }));
  });

  describe("a retry with the same reference", () => {
    const carriedOut = async () => {
      const request = { ContactMsisdn: newMsisdn(), ExternalLogId: newReference(), Name: "Mona" };
      const first = await till.enrol(request);
      expect(first.headers["idempotent-replayed"]).toBeUndefined();
      return { request, first, wallet: expectWallet(first) };
    };

    it("gets the same wallet with the points that it began with, however long after, and opens no other", async () => {
      const { request, first, wallet } = await carriedOut();
      const { ContactMsisdn } = request;
      const fields = { WalletCode: wallet.walletCode, ContactMsisdn, BranchMsisdn: BRANCH };
      expectSuccess(await till.reward({ ...fields, PointsValue: 30 }));
      const rewritten = { ...request, ContactMsisdn: `+2${ContactMsisdn}`, WalletCode: "", PinCode: "" };
      await api.at("2027-03-10T10:00:00Z", async () => {
        for (const caller of [till, api.caller(till.door, api.restarted())]) {
          const again = await caller.enrol(rewritten);
          expect(again.headers["idempotent-replayed"]).toBe("true");
          expect(again.bytes.toString()).toBe(first.bytes.toString());
        }
      });
      expect(await walletsOf(ContactMsisdn)).toBe(1);
    });

    it("gets the first answer after its branch was closed", async () => {
      const { request, first } = await carriedOut();
      await api.configure("UPDATE branch SET is_active = false WHERE msisdn = '+201000000001'");
      try {
        expect((await till.enrol(request)).bytes.toString()).toBe(first.bytes.toString());
        expectRefusal(await till.enrol({ ExternalLogId: newReference() }), 1111);
      } finally {
        await api.configure("UPDATE branch SET is_active = true WHERE msisdn = '+201000000001'");
      }
    });

    it.each([
      ["ContactMsisdn", "01061999999"],
      ["Name", "Nadia"],
      ["BirthDate", "1990-01-02"],
      ["WalletCode", "OTHER"],
      ["ReferralMsisdn", "01110000002"],
      ["BranchMsisdn", "01000000002"],
    ])("and another %s is 1501", async (field, value) => {
      const { request } = await carriedOut();
      const before = await api.snapshot();
      expectRefusal(await till.enrol({ ...request, [field]: value }), 1501);
      expect(await api.snapshot()).toEqual(before);
    });

    it("may have another PIN: it is not part of the content", async () => {
      const { request, first } = await carriedOut();
      const again = await till.enrol({ ...request, PinCode: "7392" });
      expect(again.bytes.toString()).toBe(first.bytes.toString());
    });

    it("by the header is a reference of its own client", async () => {
      const ContactMsisdn = newMsisdn();
      const call = { headers: { "Idempotency-Key": newReference() } };
      const first = expectWallet(await till.enrol({ ContactMsisdn }, call));
      expect(expectWallet(await till.enrol({ ContactMsisdn }, call)).id).toBe(first.id);
      const other = { ...call, clientId: "pis_test_http200" };
      expect((await till.enrol({ ContactMsisdn }, other)).json.errorCode).toBe("1207");
    });

    it("is not used up by a refusal", async () => {
      const ExternalLogId = newReference();
      expectRefusal(await till.enrol({ ContactMsisdn: "01110000001", ExternalLogId }), 1207);
      const answer = await till.enrol({ ExternalLogId });
      expectWallet(answer);
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    });
  });

  describe("at once", () => {
    it("20 with one number and references of their own open one wallet", async () => {
      const ContactMsisdn = newMsisdn();
      const others = api.caller(till.door, api.restarted());
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? till : others).enrol({ ContactMsisdn, ExternalLogId: newReference() }),
        ),
      );
      expect(countCodes(answers)).toEqual({ "0": 1, "1207": 19 });
      expect(await walletsOf(ContactMsisdn)).toBe(1);
    });

    it("20 with one reference open one wallet and get the same answer", async () => {
      const request = { ContactMsisdn: newMsisdn(), ExternalLogId: newReference() };
      const answers = await Promise.all(Array.from({ length: 20 }, () => till.enrol(request)));
      expect(countCodes(answers)).toEqual({ "0": 1, replayed: 19 });
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
      expect(await walletsOf(request.ContactMsisdn)).toBe(1);
    });

    it("two with one reference and different numbers open one wallet", async () => {
      const ExternalLogId = newReference();
      const numbers = [newMsisdn(), newMsisdn()];
      const answers = await Promise.all(
        numbers.map((ContactMsisdn) => till.enrol({ ContactMsisdn, ExternalLogId })),
      );
      expect(countCodes(answers)).toEqual({ "0": 1, "1501": 1 });
    });

    it("two with one code and different numbers open one wallet", async () => {
      const WalletCode = `TWIN-${unique()}`;
      const answers = await Promise.all([till.enrol({ WalletCode }), till.enrol({ WalletCode })]);
      expect(countCodes(answers)).toEqual({ "0": 1, "1002": 1 });
    });
  });
});
