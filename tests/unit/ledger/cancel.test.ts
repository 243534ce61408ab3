import { describe, expect, test } from "vitest";
import { TILL_REFERENCES } from "@/lib/ledger/rules/command-facts";
import type { CancelCommand } from "@/lib/ledger/rules/commands";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  expire,
  FOREIGN_TILL,
  key,
  OPERATOR,
  OTHER_TILL,
  redeem,
  refund,
  release,
  reward,
  TILL,
  transfer,
} from "./build";

const APRIL = "2026-04-30";
const MAY = "2026-05-31";
const LOT = "2028-01-31";

/** A cancel of what was asked for under a reference. */
const cancelKey = (originalKey: string, more: Partial<CancelCommand> = {}): CancelCommand => ({
  ...cancel(0, more),
  target: { originalKey },
});
const holding = (points: number) => aWallet({ lots: { [MAY]: points } });

describe("a cancelled redemption", () => {
  test("leaves the wallet as if it had never been", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [APRIL]: 30, [MAY]: 50 }, segment: aSegment({ redeemFactor: "1.5" }) })],
    });
    const redemption = book.post(redeem(30));
    book.wallet().segment = aSegment({ versionId: 9, redeemFactor: "100" });
    expect(book.post(cancel(redemption.id, { comment: "wrong customer" }))).toMatchObject({
      logTypeId: 4,
      amount: 45,
      pointsDelta: 45,
      suspendedDelta: 0,
      amountValue: 30_00n,
      factor: "1.5",
      relatedEntryId: redemption.id,
      redeemedAfter: 0,
      accumulatedAfter: 0,
      balanceAfter: 80,
      comment: "wrong customer",
    });
    expect(book.lots()).toEqual({ [APRIL]: 30, [MAY]: 50 });
  });

  test("returns points of a lot that has lapsed meanwhile with grace", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 30 } })], now: "2026-04-30T10:00:00Z" });
    const { id } = book.post(redeem(30));
    book.at("2026-05-03T10:00:00Z").post(cancel(id));
    expect(book.lots()).toEqual({ "2026-06-02": 30 });
  });

  test("repays the debt of a wallet that has come into one", () => {
    const book = new Book();
    const earned = book.post(reward(100));
    const spent = book.post(redeem(80));
    book.post(cancel(earned.id));
    expect(book.wallet().balance).toBe(-80);
    expect(book.post(cancel(spent.id)).lotMoves).toEqual([{ lot: null, points: 80, from: LOT }]);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0, redeemed: 0 });
    expect(book.lots()).toEqual({});
  });
});

describe("a cancelled reward", () => {
  test("takes its points back, and out of the lifetime points", () => {
    const book = new Book({ wallets: [holding(50)] });
    const { id } = book.post(reward(20));
    expect(book.post(cancel(id))).toMatchObject({
      logTypeId: 4,
      amount: 20,
      pointsDelta: -20,
      amountValue: 20_00n,
      relatedEntryId: id,
      balanceAfter: 50,
      accumulatedAfter: 0,
      redeemedAfter: 0,
    });
    expect(book.lots()).toEqual({ [MAY]: 50 });
  });

  test("takes from other lots, soonest first, what its own no longer holds", () => {
    const book = new Book({ wallets: [aWallet({ lots: { infinity: 40 } })] });
    const { id } = book.post(reward(20));
    book.post(redeem(15));
    expect(book.post(cancel(id)).lotMoves).toEqual([
      { lot: LOT, points: -5 },
      { lot: "infinity", points: -15 },
    ]);
    expect(book.wallet().balance).toBe(25);
  });

  test("that was spent takes the balance below zero, and later rewards repay it", () => {
    const book = new Book();
    const { id } = book.post(reward(100));
    book.post(redeem(70));
    expect(book.post(cancel(id))).toMatchObject({
      pointsDelta: -100,
      balanceAfter: -70,
      lotMoves: [
        { lot: LOT, points: -30 },
        { lot: null, points: -70 },
      ],
    });
    expect(book.wallet()).toMatchObject({ accumulated: 0, redeemed: 70 });
    expect(book.lots()).toEqual({});
    expect(book.refusal(redeem(1))).toBe(1301);
    expect(book.post(reward(50)).balanceAfter).toBe(-20);
    expect(book.lots()).toEqual({});
    expect(book.post(reward(50)).balanceAfter).toBe(30);
    expect(book.lots()).toEqual({ [LOT]: 30 });
  });

  test("that repaid a debt puts the wallet back into it", () => {
    const book = new Book({ wallets: [aWallet({ balance: -30 })] });
    const { id } = book.post(reward(50));
    expect(book.lots()).toEqual({ [LOT]: 20 });
    expect(book.post(cancel(id))).toMatchObject({ balanceAfter: -30 });
    expect(book.lots()).toEqual({});
  });

  test("of 0 points is undone without a trace in points, and 0 is written as 0", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [MAY]: 5 }, segment: aSegment({ rewardFactor: "0.1" }) })],
    });
    const { id } = book.post(reward(1));
    const entry = book.post(cancel(id));
    expect(entry).toMatchObject({
      amount: 0,
      amountValue: 1_00n,
      balanceAfter: 5,
      lotMoves: [],
      relatedEntryId: id,
    });
    expect(Object.is(entry.pointsDelta, 0)).toBe(true);
    expect(book.refusal(cancel(id))).toBe(1411);
  });

  test("is refused under the policy 'refuse' when the balance is too small by a point, and taken back when it is not", () => {
    const book = new Book({ programme: { cancelledRewardPolicy: "refuse" }, wallets: [holding(10)] });
    const { id } = book.post(reward(100));
    const spent = book.post(redeem(11));
    expect(book.refusal(cancel(id))).toBe(1415);
    expect(book.wallet()).toMatchObject({ balance: 99, accumulated: 100 });
    book.post(refund(spent.id, { points: 1 }));
    expect(book.post(cancel(id)).balanceAfter).toBe(0);
  });

  test("of 0 points is never refused for want of points", () => {
    const wallet = aWallet({ balance: -5, segment: aSegment({ rewardFactor: "0.1" }) });
    const book = new Book({ programme: { cancelledRewardPolicy: "refuse" }, wallets: [wallet] });
    const { id } = book.post(reward(1));
    expect(book.post(cancel(id)).balanceAfter).toBe(-5);
  });
});

describe("a cancelled refund", () => {
  test("takes the points back and lets the redemption be refunded again, from the same lots", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 30, [MAY]: 50 } })] });
    const redemption = book.post(redeem(60));
    const given = book.post(refund(redemption.id, { points: 40 }));
    expect(book.lots()).toEqual({ [APRIL]: 10, [MAY]: 50 });
    expect(book.post(cancel(given.id))).toMatchObject({
      logTypeId: 4,
      pointsDelta: -40,
      amountValue: 40_00n,
      relatedEntryId: given.id,
      balanceAfter: 20,
      redeemedAfter: 60,
    });
    expect(book.lots()).toEqual({ [MAY]: 20 });
    expect(book.refusal(refund(redemption.id, { points: 61 }))).toEqual([1404, { remaining: 60 }]);
    expect(book.post(refund(redemption.id))).toMatchObject({
      amount: 60,
      amountValue: 60_00n,
      redeemedAfter: 0,
    });
    expect(book.lots()).toEqual({ [APRIL]: 30, [MAY]: 50 });
  });

  test("counts only itself: other refunds of the redemption stand", () => {
    const book = new Book({ wallets: [holding(100)] });
    const redemption = book.post(redeem(60));
    const first = book.post(refund(redemption.id, { points: 10 }));
    book.post(refund(redemption.id, { points: 20 }));
    book.post(cancel(first.id));
    expect(book.refusal(refund(redemption.id, { points: 41 }))).toEqual([1404, { remaining: 40 }]);
    expect(book.refusal(cancel(redemption.id))).toBe(1413);
    expect(book.post(refund(redemption.id))).toMatchObject({ amount: 40, amountValue: 40_00n });
  });

  test("whose points were spent again is a debt, or is refused under the policy 'refuse'", () => {
    const book = new Book({ wallets: [holding(60)] });
    const redemption = book.post(redeem(60));
    const given = book.post(refund(redemption.id));
    book.post(redeem(50));
    book.setProgramme({ cancelledRewardPolicy: "refuse" });
    expect(book.refusal(cancel(given.id))).toBe(1415);
    book.setProgramme({ cancelledRewardPolicy: "negative" });
    expect(book.post(cancel(given.id))).toMatchObject({ balanceAfter: -50, redeemedAfter: 110 });
    expect(book.post(refund(redemption.id)).balanceAfter).toBe(10);
  });

  test("that paid a debt and came with grace is remembered under the lot it came from", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 30 } })], now: "2026-04-28T10:00:00Z" });
    const redemption = book.post(redeem(30));
    const earned = book.post(reward(10));
    book.post(redeem(10));
    book.post(cancel(earned.id));
    expect(book.wallet().balance).toBe(-10);
    book.at("2026-05-03T10:00:00Z");
    const given = book.post(refund(redemption.id));
    expect(given.lotMoves).toEqual([
      { lot: null, points: 10, from: APRIL },
      { lot: "2026-06-02", points: 20, from: APRIL },
    ]);
    expect(book.post(cancel(given.id)).balanceAfter).toBe(-10);
    expect(book.lots()).toEqual({});
    expect(book.post(refund(redemption.id))).toMatchObject({ amount: 30, balanceAfter: 20 });
  });

  test("leaves a redemption that can be cancelled in turn", () => {
    const book = new Book({ wallets: [holding(60)] });
    const redemption = book.post(redeem(60));
    const given = book.post(refund(redemption.id, { points: 10 }));
    expect(book.refusal(cancel(redemption.id))).toBe(1413);
    book.post(cancel(given.id));
    expect(book.post(cancel(redemption.id))).toMatchObject({ balanceAfter: 60, redeemedAfter: 0 });
    expect(book.refusal(refund(redemption.id))).toBe(1403);
  });
});

describe("what can be cancelled", () => {
  test.each([
    ["a redemption", (book: Book) => book.post(redeem(10))],
    ["a reward", (book: Book) => book.post(reward(10))],
    ["a refund", (book: Book) => book.post(refund(book.post(redeem(10)).id))],
  ])("%s, once", (_what, make) => {
    const book = new Book({ wallets: [holding(100)] });
    const { id } = make(book);
    book.post(cancel(id));
    const { balance, accumulated, redeemed } = book.wallet();
    expect(book.refusal(cancel(id))).toBe(1411);
    expect(book.wallet()).toMatchObject({ balance, accumulated, redeemed });
  });

  test("not a redemption with refunds, be it given back in part or whole", () => {
    const book = new Book({ wallets: [holding(100)] });
    const { id } = book.post(redeem(10));
    book.post(refund(id, { points: 1 }));
    expect(book.refusal(cancel(id))).toBe(1413);
    book.post(refund(id));
    expect(book.refusal(cancel(id))).toBe(1413);
  });

  test("not a cancellation, an expiry, an adjustment, a transfer or a release", () => {
    const book = new Book({
      wallets: [
        aWallet({ lots: { "2026-01-14": 5, [MAY]: 100 }, suspended: 10 }),
        aWallet({ id: 2, walletCode: "W2", lots: { [MAY]: 10 } }),
      ],
    });
    const actor = OPERATOR;
    const others = [
      book.post(expire()),
      book.post(cancel(book.post(reward(10)).id)),
      book.post(adjust("up", 1)),
      book.post(adjust("down", 1)),
      book.post(release(1)),
      book.post(transfer("W2", { points: 1 })),
    ];
    book.post(transfer("W1", { walletCode: "W2", points: 1 }));
    const into = book.log.at(-1);
    expect(others.map(({ logTypeId }) => logTypeId)).toEqual([5, 4, 6, 7, 10, 8]);
    expect(into).toMatchObject({ logTypeId: 9, walletId: 1 });
    for (const { id } of [...others, into ?? { id: 0 }])
      expect(book.refusal(cancel(id, { actor }))).toBe(1414);
  });

  test("nothing unknown, of another wallet, or of another merchant: one code for all of them", () => {
    const book = new Book({ wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })] });
    const own = book.post(reward(10));
    const elsewhere = book.post(reward(10, { walletCode: "W2" }));
    expect(book.refusal(cancel(999))).toBe(1401);
    expect(book.refusal(cancel(elsewhere.id))).toBe(1401);
    expect(book.refusal(cancel(own.id, { actor: FOREIGN_TILL }))).toBe(1401);
    expect(book.post(cancel(own.id, { actor: OTHER_TILL })).relatedEntryId).toBe(own.id);
  });
});

describe("the cancel window", () => {
  test.each([
    ["Tuesday", "2026-01-13T10:00:00Z", "2026-01-14T21:59:59.999Z", "2026-01-14T22:00:00Z"],
    [
      "Thursday, over the weekend",
      "2026-01-15T10:00:00Z",
      "2026-01-18T21:59:59.999Z",
      "2026-01-18T22:00:00Z",
    ],
    ["Friday", "2026-01-16T10:00:00Z", "2026-01-18T21:59:59.999Z", "2026-01-18T22:00:00Z"],
    [
      "Wednesday night, Thursday in Cairo",
      "2026-01-14T22:30:00Z",
      "2026-01-18T21:59:59.999Z",
      "2026-01-18T22:00:00Z",
    ],
    [
      "Thursday before summer time",
      "2026-04-23T10:00:00Z",
      "2026-04-26T20:59:59.999Z",
      "2026-04-26T21:00:00Z",
    ],
    [
      "Thursday as summer time ends",
      "2026-10-29T21:30:00Z",
      "2026-11-01T21:59:59.999Z",
      "2026-11-01T22:00:00Z",
    ],
  ])("of an entry made on %s is open to the end of the next business day", (_day, made, last, over) => {
    const book = new Book({ now: made });
    const [first, second] = [book.post(reward(10)), book.post(reward(10))];
    expect(book.at(last).post(cancel(first.id)).logTypeId).toBe(4);
    expect(book.at(over).refusal(cancel(second.id))).toBe(1412);
    expect(book.wallet().balance).toBe(10);
  });

  test("of 0 business days is the day itself", () => {
    const book = new Book({ programme: { cancelWindowBusinessDays: 0 } });
    const { id } = book.post(reward(10));
    expect(book.at("2026-01-15T22:00:00Z").refusal(cancel(id))).toBe(1412);
    expect(book.at("2026-01-15T21:59:59Z").post(cancel(id)).logTypeId).toBe(4);
  });

  test("of a refund runs from the refund, not from its redemption", () => {
    const book = new Book({ wallets: [holding(100)] });
    const redemption = book.post(redeem(10));
    book.at("2026-02-10T10:00:00Z");
    const given = book.post(refund(redemption.id));
    expect(book.post(cancel(given.id)).redeemedAfter).toBe(10);
    expect(book.refusal(cancel(redemption.id))).toBe(1412);
  });
});

test("a cancel wrong in several ways is refused in one order", () => {
  const late = "2026-12-01T10:00:00Z";
  const book = new Book({ programme: { cancelledRewardPolicy: "refuse" }, wallets: [holding(100)] });
  const adjustment = book.post(adjust("up", 1, { actor: TILL }));
  const earned = book.post(reward(50));
  const spent = book.post(redeem(151));
  const given = book.post(refund(spent.id, { points: 1 }));
  book.post(redeem(1));
  book.at(late);
  expect(book.refusal(cancel(adjustment.id))).toBe(1414);
  expect(book.refusal(cancel(spent.id))).toBe(1413);
  expect(book.refusal(cancel(earned.id))).toBe(1412);
  book.at("2026-01-15T11:00:00Z");
  expect(book.refusal(cancel(earned.id))).toBe(1415);
  book.post(reward(50));
  book.post(cancel(given.id));
  expect(book.at(late).refusal(cancel(given.id))).toBe(1411);
});

describe("a cancel by the reference of the original request", () => {
  test.each([
    ["reward", (book: Book) => book.post(reward(10, key("K")))],
    ["redemption", (book: Book) => book.post(redeem(10, key("K")))],
    ["refund", (book: Book) => book.post(refund(book.post(redeem(10)).id, key("K")))],
  ])("undoes the %s that was made under it", (_what, make) => {
    const book = new Book({ wallets: [holding(100)] });
    const { id } = make(book);
    expect(book.post(cancelKey("K")).relatedEntryId).toBe(id);
    expect(book.refusal(cancelKey("K"))).toBe(1411);
  });

  test("finds nothing of another client, another wallet or another kind of request", () => {
    const book = new Book({ wallets: [holding(100), aWallet({ id: 2, walletCode: "W2" })] });
    book.post(reward(10, key("K")));
    book.post(adjust("up", 10, { actor: TILL, ...key("A") }));
    expect(book.refusal(cancelKey("K", { walletCode: "W2" }))).toBe(1401);
    expect(book.refusal(cancelKey("K", { actor: FOREIGN_TILL }))).toBe(1401);
    expect(book.refusal(cancelKey("A"))).toBe(1401);
    expect(book.wallet().balance).toBe(120);
    // What is another wallet's stays open, and can still be cancelled where it belongs.
    expect(book.post(cancelKey("K")).logTypeId).toBe(4);
  });

  test("of an operation that never arrived closes the reference: the original arriving late is refused", () => {
    const book = new Book({ wallets: [holding(100)] });
    const { id } = book.post(redeem(10));
    expect(book.refusal(cancelKey("K"))).toBe(1401);
    expect(book.refusal(reward(10, key("K")))).toBe(1416);
    expect(book.refusal(redeem(10, key("K", "whatever")))).toBe(1416);
    expect(book.refusal(refund(id, key("K")))).toBe(1416);
    expect(book.refusal(cancelKey("K"))).toBe(1401);
    expect(book.wallet()).toMatchObject({ balance: 90, lastSeq: 1 });
  });

  test("closes it for that client and those operations only", () => {
    const book = new Book();
    const { decision } = book.run(cancelKey("K"));
    const closed = TILL_REFERENCES.map((operation) => ({
      userId: TILL.userId,
      operation,
      key: "K",
      walletId: 1,
    }));
    expect(decision).toMatchObject({ kind: "refused", closeKeys: closed });
    expect(book.post(reward(10, { actor: FOREIGN_TILL, ...key("K") })).amount).toBe(10);
    expect(book.post(adjust("up", 1, { actor: TILL, ...key("K") })).amount).toBe(1);
    expect(book.post(cancel(1, { actor: FOREIGN_TILL, ...key("K") })).logTypeId).toBe(4);
  });

  test("closes nothing when it is refused for another reason", () => {
    const book = new Book({ wallets: [holding(100)] });
    const unknown = [
      cancelKey("K", { walletCode: "W9" }),
      cancelKey("K", { contactMsisdn: "+201119999999" }),
      cancelKey("K", { refuseUnlessReplay: { code: 1110, parameters: {} } }),
      cancel(999, key("K")),
    ];
    for (const command of unknown) expect(book.decide(command)).not.toHaveProperty("closeKeys");
    book.wallet().isOptedIn = false;
    expect(book.decide(cancelKey("K"))).not.toHaveProperty("closeKeys");
    book.wallet().isOptedIn = true;
    expect(book.post(reward(10, key("K"))).amount).toBe(10);
  });

  test("under which a reward and a redemption were made is refused while either may be meant, and then means the one that is left", () => {
    const book = new Book({ wallets: [holding(100)] });
    const earned = book.post(reward(10, key("SALE")));
    book.post(redeem(10, key("SALE")));
    expect(book.refusal(cancelKey("SALE"))).toBe(1417);
    expect(book.wallet().balance).toBe(100);
    const target = { originalKey: "SALE", operation: 2 } as const;
    expect(book.post({ ...cancelKey("SALE"), target }).relatedEntryId).toBe(earned.id);
    expect(book.post(cancelKey("SALE")).pointsDelta).toBe(10);
    expect(book.refusal(cancelKey("SALE"))).toBe(1411);
  });

  test("under which nothing can be undone any more says why of the latest, whatever was closed or undone before it", () => {
    const book = new Book({ wallets: [holding(100)] });
    const earned = book.post(reward(10, key("SALE")));
    const spent = book.post(redeem(10, key("SALE")));
    book.post(cancel(earned.id));
    book.post(refund(spent.id, { points: 1 }));
    expect(book.refusal(cancelKey("SALE"))).toBe(1413);
  });

  test("together with a number must name the same entry, and the operation that is named must be its own", () => {
    const book = new Book({ wallets: [holding(100)] });
    const earned = book.post(reward(10, key("SALE")));
    const other = book.post(redeem(10, key("BILL")));
    const by = (target: CancelCommand["target"]) => ({ ...cancel(earned.id), target });
    for (const target of [
      { entryId: other.id, originalKey: "SALE" },
      { entryId: earned.id, originalKey: "NEVER" },
      { entryId: earned.id, originalKey: "SALE", operation: 1 },
    ] as const)
      expect(book.refusal(by(target))).toEqual([1002, { field: "OriginalExternalLogId" }]);
    expect(book.refusal(by({ entryId: earned.id, operation: 1 }))).toEqual([
      1002,
      { field: "OriginalOperation" },
    ]);
    expect(book.post(by({ entryId: earned.id, originalKey: "SALE", operation: 2 })).pointsDelta).toBe(-10);
  });

  test("that names its operation closes that operation's reference only", () => {
    const book = new Book({ wallets: [holding(100)] });
    const target = { originalKey: "SALE", operation: 1 } as const;
    const decision = book.decide({ ...cancelKey("SALE"), target });
    expect(decision).toMatchObject({ kind: "refused", closeKeys: [{ operation: 1, key: "SALE" }] });
    expect(decision.kind === "refused" && decision.closeKeys).toHaveLength(1);
  });

  test("is about the wallet that is named: what another wallet did under the same number is not meant", () => {
    const book = new Book({ wallets: [holding(100), aWallet({ id: 2, walletCode: "W2" })] });
    const spent = book.post(redeem(10, key("SALE")));
    const earned = book.post(reward(10, { walletCode: "W2", ...key("SALE") }));
    expect(book.post(cancelKey("SALE")).relatedEntryId).toBe(spent.id);
    expect(book.post(cancelKey("SALE", { walletCode: "W2" })).relatedEntryId).toBe(earned.id);
  });
});
