import { expect, it } from "vitest";
import {
  BRANCH,
  expectRefusal,
  expectSuccess,
  newReference,
  OTHER_BRANCH,
  throughEachDoor,
} from "@/tests/support/api";
import { createSegment, SEGMENT } from "@/tests/support/demo-fixture";
import { createPromotion } from "@/tests/support/ledger";

throughEachDoor((api, till) => {
  it("adds the bill's points to the wallet and answers with the wallet and the entry", async () => {
    const { id, fields } = await api.customer({ points: 1_000, name: "Sara" });
    const reference = newReference();
    const answer = await till.reward({
      ...fields,
      PointsValue: 150,
      ExternalLogId: reference,
      InvoiceNumber: "INV-1",
    });
    const { wallet, entry } = expectSuccess(answer);
    expect(wallet).toEqual({
      id,
      name: "Sara",
      walletCode: fields.WalletCode,
      email: null,
      address: null,
      gender: null,
      totalPoints: 1_150,
      accumulatedPoints: 1_150,
      redPoints: 0,
      isOptedIn: true,
      optedInDate: "2026-01-15T10:20:30",
      parentWalletId: null,
      addOnWalletId: null,
      billRewardPoints: 1_150,
      billRewardValue: 1_150,
      referralMasterMSISDN: null,
      birthDate: null,
      nid: null,
      contactMsisdn: fields.ContactMsisdn,
      walletStatusId: 1,
      segment: {
        id: api.fixture.segmentIds[SEGMENT.standard],
        name: "Standard",
        rewValueFactor: 1,
        redValueFactor: 1,
        redThreshold: 0,
        value: 0,
        bonusPoints: null,
        offerNumber: null,
        ratePlan: null,
        color: "#0f766e",
        segmentColorId: null,
      },
      childrenWallets: null,
      parentWallet: null,
      isParent: false,
      parentWalletCode: null,
      walletType: null,
      isAdded: false,
      isDeleted: false,
      redemptionActivationFlag: true,
      suspendedPoints: 0,
    });
    expect(entry).toEqual({
      id: expect.any(Number),
      walletId: id,
      actorWalletId: id,
      channelId: 1,
      logTypeId: 2,
      comments: "Points earned",
      merchantMSISDN: BRANCH,
      amount: 150,
      amountValue: 150,
      balanceAfter: 1_150,
      isExpired: false,
      createdDate: "2026-03-10T12:00:00+02:00",
      invoiceDate: null,
      invoiceNumber: "INV-1",
      skuPointsId: null,
      refundedLogId: null,
      userId: expect.any(Number),
      externalLogId: reference,
    });
    expect(answer.json).toMatchObject({ errorMessage: "Success", offerNumber: 0, couponNumber: "" });
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("rounds exactly once, downwards: 1.5 points per unit of a bill of 101 earn 151", async () => {
    const { fields } = await api.customer({ segment: SEGMENT.gold, points: 0 });
    const { entry, wallet } = expectSuccess(await till.reward({ ...fields, PointsValue: 101 }));
    expect({ amount: entry.amount, value: entry.amountValue }).toEqual({ amount: 151, value: 101 });
    expect(wallet.segment).toMatchObject({
      name: "Gold",
      rewValueFactor: 1.5,
      redValueFactor: 2,
      redThreshold: 500,
    });
  });

  it("shows what can be paid with now: nothing under the segment's threshold, its money value above", async () => {
    const { fields } = await api.customer({ segment: SEGMENT.gold, points: 0 });
    const below = expectSuccess(await till.reward({ ...fields, PointsValue: 100 }));
    expect(below.wallet).toMatchObject({ totalPoints: 150, billRewardPoints: 0, billRewardValue: 0 });
    const above = expectSuccess(await till.reward({ ...fields, PointsValue: 301 }));
    expect(above.wallet).toMatchObject({ totalPoints: 601, billRewardPoints: 601, billRewardValue: 300.5 });
  });

  it("adds the segment's bonus to each reward", async () => {
    const { fields } = await api.customer({ segment: SEGMENT.platinum, points: 0 });
    expect(expectSuccess(await till.reward({ ...fields, PointsValue: 3 })).entry.amount).toBe(16);
  });

  it("moves a wallet up when its lifetime points pass the next segment's value", async () => {
    const { fields } = await api.customer({ points: 99_999 });
    const { wallet } = expectSuccess(await till.reward({ ...fields, PointsValue: 1 }));
    expect(wallet).toMatchObject({
      accumulatedPoints: 100_000,
      segment: { name: "Silver", ratePlan: "SILVER" },
    });
  });

  it("takes the largest bill in one request, and the smallest", async () => {
    const { fields } = await api.customer({ points: 0 });
    expect(expectSuccess(await till.reward({ ...fields, PointsValue: 1_000_000 })).entry.amount).toBe(
      1_000_000,
    );
    expect(expectSuccess(await till.reward({ ...fields, PointsValue: 1 })).wallet.totalPoints).toBe(
      1_000_001,
    );
  });

  it("serves the demo's fixed wallets as documented", async () => {
    const rewarded = await till.reward({
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: BRANCH,
      PointsValue: 100,
    });
    expectSuccess(rewarded);
    const pending = await till.reward({
      WalletCode: "100010",
      ContactMsisdn: "01110000010",
      BranchMsisdn: BRANCH,
      PointsValue: 10,
    });
    expect(expectSuccess(pending).wallet.walletStatusId).toBe(2);
  });

  it.each([
    ["national", (national: string) => national],
    ["international without plus", (national: string) => `2${national}`],
    ["E.164", (national: string) => `+2${national}`],
    ["with 00", (national: string) => `002${national}`],
    ["with separators", (national: string) => `+2 ${national.slice(0, 4)}-${national.slice(4)}`],
    [
      "in Arabic-Indic digits",
      (national: string) => national.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
    ],
  ])("finds wallet and branch by a mobile number written %s", async (_form, write) => {
    const { fields } = await api.customer({ points: 0 });
    const answer = await till.reward({
      WalletCode: fields.WalletCode,
      ContactMsisdn: write(fields.ContactMsisdn),
      BranchMsisdn: write(OTHER_BRANCH),
    });
    expect(expectSuccess(answer).entry.merchantMSISDN).toBe(OTHER_BRANCH);
  });

  it.each([
    ["a date", "2026-03-09", "2026-03-09T00:00:00+02:00"],
    ["a date-time without offset", "2026-03-09T18:30:00", "2026-03-09T18:30:00+02:00"],
    ["a date-time with another offset", "2026-03-09T18:30:00+05:30", "2026-03-09T15:00:00+02:00"],
    ["a date-time in UTC with milliseconds", "2026-03-09T18:30:00.123Z", "2026-03-09T20:30:00+02:00"],
    ["five minutes ahead", "2026-03-10T12:05:00+02:00", "2026-03-10T12:05:00+02:00"],
    ["90 days ago", "2025-12-10", "2025-12-10T00:00:00+02:00"],
  ])("keeps a TransactionDate that is %s as the invoice's date", async (_form, sent, kept) => {
    const { fields } = await api.customer({ points: 0 });
    const { entry } = expectSuccess(await till.reward({ ...fields, TransactionDate: sent }));
    expect(entry.invoiceDate).toBe(kept);
  });

  it("writes dates with Cairo's offset in summer and in winter", async () => {
    const { fields } = await api.customer({ points: 0 });
    await api.at("2026-07-01T09:00:00Z", async () => {
      const { entry } = expectSuccess(
        await till.reward({ ...fields, TransactionDate: "2026-07-01T11:30:00" }),
      );
      expect(entry).toMatchObject({
        createdDate: "2026-07-01T12:00:00+03:00",
        invoiceDate: "2026-07-01T11:30:00+03:00",
      });
    });
  });

  it("treats optional fields that are null or empty as absent, and ignores unknown ones", async () => {
    const { fields } = await api.customer({ points: 0 });
    const { entry } = expectSuccess(
      await till.reward({
        ...fields,
        TransactionDate: null,
        SkuId: "",
        InvoiceNumber: null,
        walletcode: "x",
        Extra: { a: [] },
      }),
    );
    expect(entry).toMatchObject({ invoiceDate: null, skuPointsId: null, invoiceNumber: null });
  });

  it("keeps texts as they were sent: Arabic, emoji, quotes, at full length", async () => {
    const { fields } = await api.customer({ points: 0 });
    const text = `فاتورة "٣" \\ </script> ${"😀".repeat(40)}`;
    const { entry } = expectSuccess(
      await till.reward({ ...fields, InvoiceNumber: text, SkuId: "S".repeat(64) }),
    );
    expect(entry).toMatchObject({ invoiceNumber: text, skuPointsId: "S".repeat(64) });
  });

  it("records a reward that comes to no points, so that the receipt is on record", async () => {
    const segmentId = await createSegment(api.database.pool, { reward_factor: "0.4" });
    const { fields } = await api.customer({ segmentId, points: 0 });
    const { entry, wallet } = expectSuccess(await till.reward({ ...fields, PointsValue: 2 }));
    expect(entry).toMatchObject({ amount: 0, amountValue: 2, logTypeId: 2 });
    expect(wallet.totalPoints).toBe(0);
  });

  it("speaks Arabic when asked to, down to the segment's name", async () => {
    const { fields } = await api.customer({ points: 0 });
    const answer = await till.reward(fields, { language: "ar-EG,ar;q=0.9,en;q=0.5" });
    const { wallet, entry } = expectSuccess(answer);
    expect(answer.headers["content-language"]).toBe("ar");
    expect(answer.json.errorMessage).toBe("تمت العملية بنجاح");
    expect({ segment: wallet.segment.name, comments: entry.comments }).toEqual({
      segment: "أساسية",
      comments: "اكتساب نقاط",
    });
  });

  it("with a promotion for an item says before what it would add, and after what acted, in one entry", async () => {
    const skuId = newReference();
    const offer = await createPromotion(api.database.pool, { rule: { points: 25, skuIds: [skuId] } });
    const { fields } = await api.customer();
    const request = {
      ...fields,
      PointsValue: 150,
      ExternalLogId: newReference(),
      Items: [{ SkuId: skuId, Quantity: 2, Value: 60.5 }, { SkuId: "OTHER" }],
    };
    const quoted = await till.quote({ Operation: "Reward", ...request });
    expect(quoted.json).toMatchObject({
      offerNumber: offer.number,
      promotions: [{ offerNumber: offer.number, name: `Offer ${offer.number}`, points: 25 }],
    });
    const answer = await till.reward(request);
    const { wallet, entry } = expectSuccess(answer);
    expect(answer.json.offerNumber).toBe(offer.number);
    expect(wallet.totalPoints).toBe(1_175);
    expect(entry).toMatchObject({
      amount: 175,
      balanceAfter: 1_175,
      skuPointsId: null,
      comments: `Offer ${offer.number} +25 / عرض +25`,
    });
    // A retry is answered as the first time; other items are another request.
    expect(expectSuccess(await till.reward(request)).entry.id).toBe(entry.id);
    expectRefusal(await till.reward({ ...request, Items: [{ SkuId: skuId }] }), 1501);
    const found = await till.transaction({ ...fields, TransactionId: entry.id });
    expect(found.json).toMatchObject({
      offerNumber: offer.number,
      transaction: {
        parts: [
          { kind: "rate", offerNumber: 0, name: "", points: 150 },
          { kind: "promotion", offerNumber: offer.number, name: `Offer ${offer.number}`, points: 25 },
        ],
      },
    });
    const cancelled = expectSuccess(await till.cancel({ ...fields, TransactionId: entry.id }));
    expect(cancelled.wallet.totalPoints).toBe(1_000);
    const { fields: other } = await api.customer();
    const plain = await till.reward({
      ...other,
      PointsValue: 150,
      ExternalLogId: newReference(),
      SkuId: "OTHER",
    });
    expect(plain.json).toMatchObject({ offerNumber: 0, pointsLog: { amount: 150, skuPointsId: "OTHER" } });
  });

  it("names the rule for the item in skuPointsId, and what acted where it was changed since the quote", async () => {
    const skuId = newReference();
    const offer = await createPromotion(api.database.pool, { rule: { kind: "skus", points: null } });
    const { rows } = await api.database.pool.query<{ id: number }>(
      "INSERT INTO promotion_sku (version_id, sku_id, points) VALUES ($1, $2, 7) RETURNING id",
      [offer.versionId, skuId],
    );
    await api.database.pool.query("UPDATE promotion SET updated_at = now() WHERE id = $1", [offer.id]);
    const { fields } = await api.customer();
    const request = { ...fields, PointsValue: 10, Items: [{ SkuId: skuId, Quantity: "3" }] };
    expect((await till.quote({ Operation: "Reward", ...request })).json).toMatchObject({
      promotions: [{ points: 21 }],
    });
    const acted = await till.reward({ ...request, ExternalLogId: newReference() });
    expect(acted.json).toMatchObject({
      offerNumber: offer.number,
      pointsLog: { amount: 31, skuPointsId: String(rows[0]?.id) },
    });
    await api.database.pool.query("UPDATE promotion SET state = 'paused' WHERE id = $1", [offer.id]);
    const after = await till.reward({ ...request, ExternalLogId: newReference() });
    expect(after.json).toMatchObject({ offerNumber: 0, pointsLog: { amount: 10, skuPointsId: null } });
  });

  it("earns on what is left of a bill where the programme says so: Quote names what was paid, a retry gets the first answer", async () => {
    const InvoiceNumber = newReference();
    const [payer, earner] = [await api.customer({ points: 500 }), await api.customer()];
    const request = { ...earner.fields, PointsValue: 500, InvoiceNumber, ExternalLogId: newReference() };
    const quoted = () => till.quote({ Operation: "Reward", ...request, ExternalLogId: null });
    await api.configure("UPDATE programme SET earned_on = 'rest'");
    try {
      const paid = { ...payer.fields, PointsValue: 120, InvoiceNumber: InvoiceNumber.toLowerCase() };
      const { id: TransactionId } = expectSuccess(await till.redeem(paid)).entry;
      expect((await quoted()).json).toMatchObject({
        transaction: { operation: "Reward", paidWithPoints: 120 },
        pointsLog: { amount: 380 },
        totalAmount: 380,
      });
      expectSuccess(await till.refund({ ...payer.fields, TransactionId, Points: 20 }));
      expect((await quoted()).json.transaction).toMatchObject({ paidWithPoints: 100 });
      const first = expectSuccess(await till.reward(request));
      expect(first.entry).toMatchObject({
        amount: 400,
        amountValue: 400,
        comments: "100 of 500 paid with points / 100 من 500 مدفوعة بالنقاط",
      });
      // What is given back, or paid, after the reward changes nothing of it.
      expectSuccess(await till.refund({ ...payer.fields, TransactionId }));
      expectSuccess(await till.redeem({ ...payer.fields, PointsValue: 50, InvoiceNumber }));
      const again = await till.reward(request);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(expectSuccess(again).entry).toEqual(first.entry);
      expect((await till.quote({ Operation: "Reward", ...request })).json.transaction).toMatchObject({
        paidWithPoints: 100,
      });
    } finally {
      await api.configure("UPDATE programme SET earned_on = 'bill'");
    }
    expect((await quoted()).json).toMatchObject({
      transaction: { paidWithPoints: 0 },
      pointsLog: { amount: 500 },
    });
  });

  it("does not count what was paid more than a day before", async () => {
    const InvoiceNumber = newReference();
    const { fields } = await api.customer({ points: 500 });
    await api.configure("UPDATE programme SET earned_on = 'rest'");
    try {
      expectSuccess(await till.redeem({ ...fields, PointsValue: 100, InvoiceNumber }));
      const quote = () => till.quote({ Operation: "Reward", ...fields, PointsValue: 500, InvoiceNumber });
      const now = api.clock.now();
      api.clock.set(new Date(now.getTime() + 24 * 3_600_000 - 1));
      expect((await quote()).json.pointsLog?.amount).toBe(400);
      api.clock.set(new Date(now.getTime() + 24 * 3_600_000));
      expect((await quote()).json.pointsLog?.amount).toBe(500);
      api.clock.set(now);
    } finally {
      await api.configure("UPDATE programme SET earned_on = 'bill'");
    }
  });
});
