import { describe, expect, test } from "vitest";
import { paidOf } from "@/lib/ledger/with/bills/rule";
import { billsOf, readPaid } from "@/lib/ledger/with/bills/store";
import { lockLimited } from "@/lib/ledger/with/limits/store";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  FOREIGN_TILL,
  OPERATOR,
  redeem,
  refund,
  reward,
  TILL,
  takeBack,
  WALLET,
} from "./build";

const LOT = "2028-01-31";
const gold = aSegment({
  versionId: 2,
  segmentId: 2,
  value: 1_000,
  rewardFactor: "1.5",
  redeemFactor: "2",
  redeemThreshold: 500,
});
const platinum = aSegment({ versionId: 3, segmentId: 3, value: 5_000, rewardFactor: "3" });
const holding = (points: number, more: Parameters<typeof aWallet>[0] = {}) =>
  aWallet({ lots: { [LOT]: points }, ...more });

describe("a reward", () => {
  test("adds the points of its bill, and is on record with everything the caller sent", () => {
    const book = new Book({
      wallets: [holding(100, { segment: gold, accumulated: 2_000, redeemed: 7, lastSeq: 4 })],
    });
    const invoiceDate = new Date("2026-01-15T09:00:00Z");
    const entry = book.post(
      reward(33, {
        externalLogId: "A-1",
        invoiceNumber: "INV-1",
        skuId: "SKU-1",
        comment: "thanks",
        invoiceDate,
      }),
    );
    expect(entry).toEqual({
      id: 1,
      walletId: 1,
      seq: 5,
      logTypeId: 2,
      channelId: 1,
      amount: 49,
      pointsDelta: 49,
      suspendedDelta: 0,
      amountValue: 33_00n,
      factor: "1.5",
      balanceAfter: 149,
      accumulatedAfter: 2_049,
      redeemedAfter: 7,
      suspendedAfter: 0,
      segmentVersionId: 2,
      lotMoves: [{ lot: LOT, points: 49 }],
      expiresOn: LOT,
      relatedEntryId: null,
      merchantId: 1,
      branchId: 101,
      branchMsisdn: "+201000000001",
      userId: 11,
      externalLogId: "A-1",
      invoiceNumber: "INV-1",
      invoiceDate,
      skuId: "SKU-1",
      actorWalletId: null,
      offerNumber: null,
      skuRuleId: null,
      comment: "thanks",
      createdAt: new Date("2026-01-15T10:00:00Z"),
    });
    expect(book.wallet()).toMatchObject({ balance: 149, accumulated: 2_049, redeemed: 7, lastSeq: 5 });
  });

  test("that says nothing more is on record with nothing more", () => {
    expect(new Book().post(reward(1))).toMatchObject({
      externalLogId: "",
      invoiceNumber: null,
      invoiceDate: null,
      skuId: null,
      actorWalletId: null,
      offerNumber: null,
      skuRuleId: null,
      comment: null,
    });
  });

  test("that comes to 0 points is recorded, with amount 0 and no lot", () => {
    const book = new Book({ wallets: [holding(10, { segment: aSegment({ rewardFactor: "0.1" }) })] });
    expect(book.post(reward(9))).toMatchObject({
      amount: 0,
      pointsDelta: 0,
      amountValue: 9_00n,
      balanceAfter: 10,
      lotMoves: [],
      expiresOn: null,
    });
    expect(book.lots()).toEqual({ [LOT]: 10 });
  });

  test("moves a wallet that an admin moved down up again by the next value it passes, not by those behind it", () => {
    const segments = [aSegment(), gold, platinum];
    const chosen = { accumulated: 4_900, segmentChosenAtPoints: 4_900 };
    const book = new Book({ segments, wallets: [holding(0, chosen)] });
    book.post(reward(50));
    expect(book.wallet().segment.segmentId).toBe(1);
    book.post(reward(50));
    expect(book.wallet().segment.segmentId).toBe(3);
  });

  test("brings the segment's bonus, once per reward", () => {
    const book = new Book({
      wallets: [aWallet({ segment: aSegment({ rewardFactor: "0.1", bonusPoints: 7 }) })],
    });
    expect(book.post(reward(1)).amount).toBe(7);
    expect(book.post(reward(25)).amount).toBe(9);
  });

  test("repays a debt first, and only what is left forms a lot", () => {
    const book = new Book({ wallets: [aWallet({ balance: -30 })] });
    expect(book.post(reward(20))).toMatchObject({ balanceAfter: -10, lotMoves: [{ lot: null, points: 20 }] });
    expect(book.lots()).toEqual({});
    expect(book.post(reward(25)).lotMoves).toEqual([
      { lot: null, points: 10 },
      { lot: LOT, points: 15 },
    ]);
    expect(book.wallet()).toMatchObject({ balance: 15, accumulated: 45 });
    expect(book.lots()).toEqual({ [LOT]: 15 });
  });

  test("above the most points of one entry is refused with that number", () => {
    const book = new Book({
      programme: { pointsPerEntryMax: 100 },
      wallets: [aWallet({ segment: aSegment({ bonusPoints: 1 }) })],
    });
    expect(book.refusal(reward(100))).toEqual([1304, { max: 100 }]);
    expect(book.post(reward(99)).amount).toBe(100);
  });

  test("beyond the most a wallet may hold is refused with what would still fit", () => {
    const book = new Book({ programme: { balanceMax: 100 }, wallets: [holding(70)] });
    expect(book.refusal(reward(31))).toEqual([1304, { max: 30 }]);
    expect(book.post(reward(30)).balanceAfter).toBe(100);
    expect(book.refusal(reward(1))).toEqual([1304, { max: 0 }]);
  });

  test("of 0 points is no overflow, even for a wallet above the most it may hold", () => {
    const segment = aSegment({ rewardFactor: "0" });
    const book = new Book({ programme: { balanceMax: 100 }, wallets: [holding(170, { segment })] });
    expect(book.post(reward(1)).balanceAfter).toBe(170);
  });
});

describe("a reward of a bill that was paid in part with points", () => {
  const BILL = { invoiceNumber: "INV-7" };
  const OTHER = "W2";
  const till = (earnedOn: "bill" | "rest", programme = {}) =>
    new Book({
      wallets: [holding(1_000), holding(1_000, { id: 2, walletCode: OTHER, contactMsisdn: "+201110000002" })],
      programme: { earnedOn, ...programme },
    });
  const earned = (book: Book, value: number, more = {}) => {
    const { amount, amountValue } = book.post(reward(value, { ...BILL, ...more }));
    return [amount, amountValue];
  };

  test("earns on the whole bill, unless the programme has points on what is left", () => {
    const whole = till("bill");
    whole.post(redeem(100, BILL));
    expect(earned(whole, 500)).toEqual([500, 500_00n]);
    expect(whole.log.at(-1)?.comment).toBeNull();
    const rest = till("rest");
    rest.post(redeem(100, BILL));
    expect(earned(rest, 500)).toEqual([400, 400_00n]);
    expect(rest.log.at(-1)?.comment).toBe("100 of 500 paid with points / 100 من 500 مدفوعة بالنقاط");
  });

  test("earns on what is left whoever paid, however the number is written, and after several payments", () => {
    const book = till("rest");
    book.post(redeem(100, BILL));
    book.post(redeem(50.5, { invoiceNumber: "inv-7", walletCode: OTHER }));
    expect(earned(book, 500)).toEqual([349, 349_50n]);
  });

  test("earns on all of it where the payment is another bill's, another merchant's, or names none", () => {
    const book = till("rest");
    book.post(redeem(100, { invoiceNumber: "INV-8" }));
    book.post(redeem(100, { ...BILL, actor: FOREIGN_TILL }));
    book.post(redeem(100));
    expect(earned(book, 500)).toEqual([500, 500_00n]);
    expect(book.post(reward(20)).amount).toBe(20);
  });

  test("counts payments less what was given back of them, and none that was cancelled", () => {
    const book = till("rest");
    const paid = book.post(redeem(100, BILL));
    const back = book.post(refund(paid.id, { points: 30 }));
    expect(earned(book, 500)).toEqual([430, 430_00n]);
    book.post(cancel(back.id));
    expect(earned(book, 500)).toEqual([400, 400_00n]);
    book.post(cancel(paid.id));
    expect(earned(book, 500)).toEqual([500, 500_00n]);
  });

  test("earns on the whole bill again once the programme has points on it", () => {
    const book = till("rest");
    book.post(redeem(100, BILL));
    book.setProgramme({ earnedOn: "bill" });
    expect(earned(book, 500)).toEqual([500, 500_00n]);
  });

  test("says how much of its bill was paid; nothing else has such a part", () => {
    const book = till("rest");
    book.post(redeem(100, BILL));
    const command = reward(500, BILL);
    const entry = book.post(command);
    const undo = cancel(entry.id);
    expect(paidOf(command, { entry, bill: null })).toBe(100_00n);
    expect(paidOf(undo, { entry: book.post(undo), bill: null })).toBe(0n);
  });

  test("earns nothing where nothing is left, no bonus either, and never less than nothing", () => {
    const segment = aSegment({ bonusPoints: 5 });
    const book = new Book({ wallets: [holding(1_000, { segment })], programme: { earnedOn: "rest" } });
    book.post(redeem(100, BILL));
    expect(earned(book, 101)).toEqual([6, 1_00n]);
    expect(earned(book, 100)).toEqual([0, 0n]);
    expect(earned(book, 60)).toEqual([0, 0n]);
  });

  test("is not changed by a payment that comes after it", () => {
    const book = till("rest");
    expect(earned(book, 500)).toEqual([500, 500_00n]);
    book.post(redeem(100, BILL));
    expect(book.wallet()).toMatchObject({ balance: 1_400, accumulated: 500, redeemed: 100 });
  });

  test("asks the database for nothing and locks no bill while the programme has points on the whole bill", () => {
    const asked = [redeem(100, BILL), reward(500, BILL)];
    const now = new Date("2026-01-15T10:00:00Z");
    for (const programme of [undefined, { earnedOn: "bill" as const }]) {
      expect(readPaid(programme, asked, now)).toBeNull();
      expect(lockLimited(asked, billsOf(programme, asked), undefined)).toBeNull();
    }
    expect(readPaid({ earnedOn: "rest" }, asked, now)?.values?.slice(1)).toEqual([[1], ["INV-7"]]);
    expect(readPaid({ earnedOn: "rest" }, [redeem(100, BILL), reward(500)], now)).toBeNull();
    expect(billsOf({ earnedOn: "rest" }, asked)).toHaveLength(2);
  });

  test("is taken back by the price of goods up to what earned", () => {
    const book = till("rest");
    book.post(redeem(100, BILL));
    const { id } = book.post(reward(500, BILL));
    expect(book.post(takeBack(id, { value: 150 })).amount).toBe(150);
    expect(book.refusal(takeBack(id, { value: 251 }))).toEqual([1404, { remaining: 250 }]);
    expect(book.post(takeBack(id)).amount).toBe(250);
  });
});

describe("a wallet's segment", () => {
  const standard = aSegment();
  const segments = [platinum, standard, gold];

  test("moves up when its lifetime points reach the next one's value, with the reward that reaches it", () => {
    const book = new Book({ wallets: [aWallet({ segment: standard })], segments });
    expect(book.post(reward(999)).segmentVersionId).toBe(1);
    expect(book.post(reward(1))).toMatchObject({ segmentVersionId: 2, factor: "1", amount: 1 });
    expect(book.wallet().segment).toBe(gold);
    expect(book.post(reward(10))).toMatchObject({ factor: "1.5", amount: 15 });
  });

  test("skips the segments in between", () => {
    const book = new Book({ wallets: [aWallet({ segment: standard })], segments });
    expect(book.post(reward(5_000)).segmentVersionId).toBe(3);
  });

  test("above what its lifetime points reach stays, as an administrator put it there", () => {
    const book = new Book({ wallets: [aWallet({ segment: platinum })], segments });
    expect(book.post(reward(400)).segmentVersionId).toBe(3);
  });

  test("counts what was ever earned: not what was spent, given back or adjusted", () => {
    const book = new Book({ wallets: [aWallet({ segment: standard })], segments });
    book.post(reward(600));
    const spent = book.post(redeem(500));
    book.post(refund(spent.id));
    book.post(adjust("up", 10_000));
    expect(book.wallet()).toMatchObject({ accumulated: 600, segment: standard });
    expect(book.post(reward(400)).segmentVersionId).toBe(2);
  });
});

describe("a redemption", () => {
  test("takes the points that pay its bill, rounded up, at the segment's rate", () => {
    const book = new Book({
      wallets: [holding(100, { segment: aSegment({ redeemFactor: "1.5" }), accumulated: 100 })],
    });
    expect(book.post(redeem(3, { comment: "lunch", externalLogId: "R-1" }))).toMatchObject({
      logTypeId: 1,
      amount: 5,
      pointsDelta: -5,
      amountValue: 3_00n,
      factor: "1.5",
      balanceAfter: 95,
      accumulatedAfter: 100,
      redeemedAfter: 5,
      comment: "lunch",
      externalLogId: "R-1",
      lotMoves: [{ lot: LOT, points: -5 }],
      expiresOn: null,
    });
    expect(book.wallet()).toMatchObject({ balance: 95, redeemed: 5, accumulated: 100 });
  });

  test("may take all there is and never a point more", () => {
    const book = new Book({ wallets: [holding(100)] });
    expect(book.refusal(redeem(101))).toBe(1301);
    expect(book.post(redeem(100)).balanceAfter).toBe(0);
    expect(book.lots()).toEqual({});
    expect(book.refusal(redeem(1))).toBe(1301);
  });

  test("of a wallet in debt is refused for lack of points, not for a threshold that nobody set", () => {
    const book = new Book({ wallets: [aWallet({ balance: -5 })] });
    expect(book.refusal(redeem(1))).toBe(1301);
  });

  test("needs the threshold before it, not after it", () => {
    const book = new Book({ wallets: [holding(499, { segment: gold })] });
    expect(book.refusal(redeem(1))).toEqual([1302, { min: 500 }]);
    book.post(adjust("up", 1));
    expect(book.post(redeem(200)).balanceAfter).toBe(100);
    expect(book.refusal(redeem(1))).toEqual([1302, { min: 500 }]);
  });

  test("of a wallet in debt under a threshold names the threshold", () => {
    const book = new Book({ wallets: [aWallet({ balance: -5, segment: gold })] });
    expect(book.refusal(redeem(1))).toEqual([1302, { min: 500 }]);
  });

  test("above the most points of one entry is refused with that number", () => {
    const book = new Book({ programme: { pointsPerEntryMax: 50 }, wallets: [holding(100)] });
    expect(book.refusal(redeem(51))).toEqual([1304, { max: 50 }]);
    expect(book.post(redeem(50)).amount).toBe(50);
  });

  test("needs a wallet on which redemption is activated", () => {
    const book = new Book({ wallets: [holding(100, { redemptionEnabled: false })] });
    expect(book.refusal(redeem(1))).toBe(1306);
    expect(book.wallet().balance).toBe(100);
  });

  test("wrong in several ways is refused in one order: not activated, threshold, too many at once, too few held", () => {
    const wrong = { redemptionEnabled: false, segment: gold };
    const book = new Book({ programme: { pointsPerEntryMax: 50 }, wallets: [holding(10, wrong)] });
    expect(book.refusal(redeem(1_000))).toBe(1306);
    book.wallet().redemptionEnabled = true;
    expect(book.refusal(redeem(1_000))).toEqual([1302, { min: 500 }]);
    book.wallet().segment = aSegment();
    expect(book.refusal(redeem(1_000))).toEqual([1304, { max: 50 }]);
    book.setProgramme({ pointsPerEntryMax: 5_000 });
    expect(book.refusal(redeem(1_000))).toBe(1301);
  });
});

test("an entry names the branch and the merchant that acted, and none when an operator did", () => {
  const book = new Book();
  expect(book.post(reward(1, { actor: TILL }))).toMatchObject({
    merchantId: 1,
    branchId: 101,
    userId: 11,
    channelId: 1,
  });
  expect(book.post(reward(1, { actor: OPERATOR }))).toMatchObject({
    merchantId: null,
    branchId: null,
    branchMsisdn: null,
    userId: 1,
    channelId: 3,
  });
  expect(book.wallet(WALLET).lastSeq).toBe(2);
});
