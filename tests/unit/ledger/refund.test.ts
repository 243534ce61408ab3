import { describe, expect, test } from "vitest";
import type { Entry } from "@/lib/ledger/rules/types";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  FOREIGN_TILL,
  OPERATOR,
  OTHER_TILL,
  redeem,
  refund,
  reward,
} from "./build";

const APRIL = "2026-04-30";
const MAY = "2026-05-31";

/** A book in which one redemption of `value` was made at `redeemFactor` points per unit. */
function redeemed(
  value: number,
  redeemFactor = "1",
  options: ConstructorParameters<typeof Book>[0] = {},
): [Book, Entry] {
  const segment = aSegment({ redeemFactor });
  const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 10_000 }, segment })], ...options });
  return [book, book.post(redeem(value))];
}

describe("a refund that says neither points nor money", () => {
  test("gives back all of the redemption, at the redemption's rate, and names it", () => {
    const [book, { id }] = redeemed(3, "1.5");
    book.wallet().segment = aSegment({ versionId: 9, redeemFactor: "100" });
    expect(book.post(refund(id))).toMatchObject({
      logTypeId: 3,
      amount: 5,
      pointsDelta: 5,
      amountValue: 3_00n,
      factor: "1.5",
      relatedEntryId: id,
      balanceAfter: 10_000,
      redeemedAfter: 0,
      accumulatedAfter: 0,
      expiresOn: null,
    });
  });

  test("gives back what remains after partial refunds, in points and in money", () => {
    const [book, { id }] = redeemed(10, "1.5");
    book.post(refund(id, { points: 4 }));
    book.post(refund(id, { value: 3 }));
    expect(book.post(refund(id))).toMatchObject({ amount: 15 - 4 - 5, amountValue: 10_00n - 2_66n - 3_00n });
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });
});

describe("a refund by points", () => {
  test("is worth what the points pay for, rounded down to hundredths", () => {
    const [book, { id }] = redeemed(10, "1.5");
    expect(book.post(refund(id, { points: 1 }))).toMatchObject({ amount: 1, amountValue: 66n });
    expect(book.post(refund(id, { points: 3 }))).toMatchObject({ amount: 3, amountValue: 2_00n });
  });

  test("never exceeds the redemption: the refusal names what remains, and nothing moves", () => {
    const [book, { id }] = redeemed(100);
    expect(book.refusal(refund(id, { points: 101 }))).toEqual([1404, { remaining: 100 }]);
    book.post(refund(id, { points: 60 }));
    expect(book.refusal(refund(id, { points: 41 }))).toEqual([1404, { remaining: 40 }]);
    expect(book.wallet()).toMatchObject({ balance: 9_960, redeemed: 40 });
    book.post(refund(id, { points: 40 }));
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });

  test("of the last points returns the money that remains, so that the parts add up to the whole", () => {
    const [book, { id, amount, amountValue }] = redeemed(10, "0.333333");
    expect(amount).toBe(4);
    const parts = [1, 1, 1, 1].map((points) => book.post(refund(id, { points })));
    expect(parts.map((part) => part.amountValue)).toEqual([3_00n, 3_00n, 3_00n, 1_00n]);
    expect(parts.reduce((sum, part) => sum + part.amountValue, 0n)).toBe(amountValue);
  });
});

test("a refund of the last point returns the money that remains, whatever was cut off before", () => {
  const [book, { id }] = redeemed(3, "1.5");
  const parts = [2, 2, 1].map((points) => book.post(refund(id, { points })).amountValue);
  expect(parts).toEqual([1_33n, 1_33n, 34n]);
});

describe("a refund by money value", () => {
  test("returns the points of that money, rounded up", () => {
    const [book, { id }] = redeemed(10, "1.5");
    expect(book.post(refund(id, { value: 1 }))).toMatchObject({ amount: 2, amountValue: 1_00n });
    expect(book.post(refund(id, { value: 2 }))).toMatchObject({ amount: 3, amountValue: 2_00n });
  });

  test("of all the money that remains returns all the points that remain, whatever earlier roundings took", () => {
    const [book, { id }] = redeemed(3, "1.5");
    book.post(refund(id, { value: 1 }));
    book.post(refund(id, { value: 1 }));
    expect(book.post(refund(id, { value: 1 }))).toMatchObject({ amount: 2, amountValue: 1_00n });
    expect(book.refusal(refund(id))).toBe(1403);
  });

  test("above the money that remains is refused with the points that remain", () => {
    const [book, { id }] = redeemed(10, "2");
    expect(book.refusal(refund(id, { value: 11 }))).toEqual([1404, { remaining: 20 }]);
    book.post(refund(id, { value: 6 }));
    expect(book.refusal(refund(id, { value: 5 }))).toEqual([1404, { remaining: 8 }]);
    expect(book.post(refund(id, { value: 4 })).amount).toBe(8);
  });

  test("above the money that remains is refused also when its points would still fit", () => {
    const [book, { id, amount }] = redeemed(10, "0.333333");
    expect(amount).toBe(4);
    expect(book.refusal(refund(id, { value: 11 }))).toEqual([1404, { remaining: 4, remainingValue: 10 }]);
  });

  test("gives back, however it is cut into parts, as many points as the same money in one part", () => {
    const [book, { id }] = redeemed(10, "0.333333");
    const parts = [1, 1, 1, 5, 2].map((value) => book.post(refund(id, { value })).amount);
    expect(parts).toEqual([1, 0, 0, 2, 1]);
    const [piastres, redemption] = redeemed(40);
    for (let part = 0; part < 40; part += 1) piastres.post(refund(redemption.id, { value: 0.01 }));
    expect(piastres.wallet().redeemed).toBe(39);
  });

  test("never takes points back that a part by points, or a rounding of before, gave beyond its money", () => {
    const [book, { id }] = redeemed(1, "150");
    for (const points of [1, 1, 1, 1, 1]) book.post(refund(id, { points }));
    expect(book.post(refund(id, { value: 0.02 }))).toMatchObject({ amount: 0, amountValue: 2n });
    expect(book.post(refund(id, { value: 0.02 }))).toMatchObject({ amount: 1, amountValue: 2n });
    expect(book.post(refund(id)).amount).toBe(144);
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });

  test("of a bill that comes back line by line, each rounded, takes the rest with the last line", () => {
    const [book, { id }] = redeemed(179.25);
    for (let line = 1; line < 10; line += 1) book.post(refund(id, { value: 17.93 }));
    expect(book.refusal(refund(id, { value: 17.99 }))).toEqual([
      1404,
      { remaining: 18, remainingValue: 17.88 },
    ]);
    expect(book.post(refund(id, { value: 17.93 }))).toMatchObject({ amount: 18, amountValue: 17_88n });
    expect(book.refusal(refund(id, { value: 0.01 }))).toBe(1403);
  });

  test("is recorded without points where earlier parts gave the last of them, until its money is back", () => {
    const [book, { id }] = redeemed(0.5);
    expect(book.post(refund(id, { value: 0.2 })).amount).toBe(1);
    expect(book.refusal(refund(id))).toBe(1403);
    expect(book.refusal(refund(id, { points: 1 }))).toBe(1403);
    expect(book.post(refund(id, { value: 0.2 }))).toMatchObject({ amount: 0, amountValue: 20n });
    expect(book.post(refund(id, { value: 0.1 }))).toMatchObject({ amount: 0, amountValue: 10n });
    expect(book.refusal(refund(id, { value: 0.1 }))).toBe(1403);
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });
});

describe("a refund of a bill that was not whole", () => {
  test("gives back exactly what the bill was", () => {
    const [book, { id }] = redeemed(150.75);
    expect(book.post(refund(id))).toMatchObject({ amount: 151, amountValue: 150_75n });
    expect(book.refusal(refund(id))).toBe(1403);
  });

  test("by parts of it leaves what remains exact, and never gives back more than the bill was", () => {
    const [book, { id }] = redeemed(150.75, "2");
    expect(book.post(refund(id, { value: 0.25 }))).toMatchObject({ amount: 1, amountValue: 25n });
    expect(book.post(refund(id, { value: 100.1 }))).toMatchObject({ amount: 200, amountValue: 100_10n });
    expect(book.refusal(refund(id, { value: 50.44 }))).toEqual([
      1404,
      { remaining: 101, remainingValue: 50.4 },
    ]);
    expect(book.post(refund(id, { value: 50.4 }))).toMatchObject({ amount: 101, amountValue: 50_40n });
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });

  test("is refused when points and money differ by more than the rounding of one point", () => {
    const [book, { id }] = redeemed(150.75);
    expect(book.refusal(refund(id, { points: 50, value: 51.01 }))).toBe(1405);
    expect(book.refusal(refund(id, { points: 50, value: 48.99 }))).toBe(1405);
    expect(book.post(refund(id, { points: 50, value: 50.5 }))).toMatchObject({
      amount: 50,
      amountValue: 50_50n,
    });
    expect(book.post(refund(id, { points: 101, value: 100.25 }))).toMatchObject({ amountValue: 100_25n });
  });
});

describe("a refund by points and money value", () => {
  test("goes by the points when the two agree", () => {
    const [book, { id }] = redeemed(10, "1.5");
    expect(book.post(refund(id, { points: 4, value: 3 }))).toMatchObject({ amount: 4, amountValue: 3_00n });
    expect(book.post(refund(id, { points: 5, value: 3 }))).toMatchObject({ amount: 5, amountValue: 3_00n });
  });

  test("is refused when they differ by more than the rounding of one point", () => {
    const [book, { id }] = redeemed(10, "1.5");
    expect(book.refusal(refund(id, { points: 6, value: 3 }))).toBe(1405);
    expect(book.refusal(refund(id, { points: 3, value: 3 }))).toBe(1405);
    const [plain, redemption] = redeemed(10);
    expect(plain.refusal(refund(redemption.id, { points: 5, value: 6 }))).toBe(1405);
    expect(plain.wallet().redeemed).toBe(10);
  });

  test("that name exactly what remains are right, whatever earlier roundings left", () => {
    const [book, { id }] = redeemed(20, "10");
    for (let part = 0; part < 10; part += 1) book.post(refund(id, { points: 9, value: 1 }));
    // 110 points and 10 units remain: no rate would call these the same.
    for (const wrong of [
      { points: 110, value: 3 },
      { points: 50, value: 10 },
    ])
      expect(book.refusal(refund(id, wrong))).toBe(1405);
    expect(book.post(refund(id, { points: 110, value: 10 }))).toMatchObject({
      amount: 110,
      amountValue: 10_00n,
    });
  });

  test("never returns more money than remains, although the two agree", () => {
    const [book, { id }] = redeemed(10, "0.333333");
    expect(book.post(refund(id, { points: 3, value: 11 }))).toMatchObject({ amount: 3, amountValue: 10_00n });
    expect(book.post(refund(id))).toMatchObject({ amount: 1, amountValue: 0n });
  });

  test("more points than remain are refused also with the right money value", () => {
    const [book, { id }] = redeemed(10);
    expect(book.refusal(refund(id, { points: 11, value: 11 }))).toEqual([1404, { remaining: 10 }]);
  });
});

describe("what can be refunded", () => {
  test("a redemption, once: after that nothing remains", () => {
    const [book, { id }] = redeemed(10);
    book.post(refund(id));
    expect(book.refusal(refund(id))).toBe(1403);
    expect(book.refusal(refund(id, { points: 1 }))).toBe(1403);
    expect(book.wallet()).toMatchObject({ balance: 10_000, redeemed: 0 });
  });

  test("nothing of a redemption that was cancelled", () => {
    const [book, { id }] = redeemed(10);
    book.post(cancel(id));
    expect(book.refusal(refund(id))).toBe(1403);
  });

  test("no other kind of entry", () => {
    const [book, { id }] = redeemed(10);
    const others = [
      book.post(reward(5)),
      book.post(refund(id, { points: 1 })),
      book.post(adjust("up", 5)),
      book.post(adjust("down", 5)),
    ];
    others.push(book.post(cancel(2)));
    for (const other of others) expect(book.refusal(refund(other.id))).toBe(1402);
  });

  test("nothing unknown, of another wallet, or of another merchant: one code for all of them", () => {
    const [book, { id }] = redeemed(10, "1", {
      wallets: [
        aWallet({ lots: { [MAY]: 100 } }),
        aWallet({ id: 2, walletCode: "W2", lots: { [MAY]: 100 } }),
      ],
    });
    const elsewhere = book.post(redeem(10, { walletCode: "W2" }));
    expect(book.refusal(refund(999))).toBe(1401);
    expect(book.refusal(refund(elsewhere.id))).toBe(1401);
    expect(book.refusal(refund(id, { actor: FOREIGN_TILL }))).toBe(1401);
    expect(book.post(refund(id, { actor: OPERATOR })).amount).toBe(10);
  });
});

describe("the refund window", () => {
  test("is open to the end of the 90th day in the programme's zone", () => {
    const [book, { id }] = redeemed(10);
    // 2026-01-15 and 90 days; Cairo is two hours ahead in winter and in April until the 24th.
    book.at("2026-04-15T21:59:59.999Z").post(refund(id, { points: 1 }));
    expect(book.at("2026-04-15T22:00:00Z").refusal(refund(id, { points: 1 }))).toBe(1406);
  });

  test("ends an hour earlier by the world's clock once summer time has begun", () => {
    const [book, { id }] = redeemed(10, "1", { now: "2026-01-25T10:00:00Z" });
    book.at("2026-04-25T20:59:59.999Z").post(refund(id, { points: 1 }));
    expect(book.at("2026-04-25T21:00:00Z").refusal(refund(id, { points: 1 }))).toBe(1406);
  });

  test("is the merchant's own", () => {
    const [book, { id }] = redeemed(10, "1", { merchant: { refundWindowDays: 0 } });
    book.at("2026-01-15T21:59:59Z").post(refund(id, { points: 1 }));
    expect(book.at("2026-01-15T22:00:00Z").refusal(refund(id, { points: 1 }))).toBe(1406);
  });
});

describe("refunds from another branch", () => {
  test("are carried out unless the merchant says otherwise", () => {
    const [book, { id }] = redeemed(10);
    expect(book.post(refund(id, { actor: OTHER_TILL }))).toMatchObject({ branchId: 102, amount: 10 });
  });

  test("are refused under 'same branch only', but not from the branch itself or from the head office", () => {
    const [book, { id }] = redeemed(10, "1", { merchant: { refundSameBranchOnly: true } });
    expect(book.refusal(refund(id, { actor: OTHER_TILL }))).toBe(1407);
    expect(book.post(refund(id, { points: 1 })).amount).toBe(1);
    expect(book.post(refund(id, { points: 1, actor: OPERATOR })).amount).toBe(1);
  });
});

test("a refund wrong in several ways is refused in one order", () => {
  const [book, { id }] = redeemed(10, "1", { merchant: { refundSameBranchOnly: true } });
  const wrong = { points: 11, value: 5, actor: OTHER_TILL };
  book.at("2026-12-01T10:00:00Z");
  expect(book.refusal(refund(id, wrong))).toBe(1406);
  book.at("2026-01-15T11:00:00Z");
  expect(book.refusal(refund(id, wrong))).toBe(1407);
  expect(book.refusal(refund(id, { points: 11, value: 5 }))).toBe(1405);
  expect(book.refusal(refund(id, { points: 11, value: 11 }))).toEqual([1404, { remaining: 10 }]);
  book.post(refund(id));
  expect(book.at("2026-12-01T10:00:00Z").refusal(refund(id, wrong))).toBe(1403);
});

describe("refunded points", () => {
  /** 30 points that lapse in April and 50 in May; 60 of them were redeemed. */
  function fromTwoLots(): [Book, Entry] {
    const wallets = [aWallet({ lots: { [APRIL]: 30, [MAY]: 50 } })];
    const book = new Book({ wallets, now: "2026-03-15T10:00:00Z" });
    return [book, book.post(redeem(60))];
  }

  test("return to the lots they came from, the last spent first", () => {
    const [book, { id }] = fromTwoLots();
    expect(book.lots()).toEqual({ [MAY]: 20 });
    book.post(refund(id, { points: 20 }));
    expect(book.lots()).toEqual({ [MAY]: 40 });
    book.post(refund(id, { points: 20 }));
    expect(book.lots()).toEqual({ [APRIL]: 10, [MAY]: 50 });
    book.post(refund(id));
    expect(book.lots()).toEqual({ [APRIL]: 30, [MAY]: 50 });
  });

  test("return with 30 days' grace from a lot that has lapsed, and keep their day from one that has not", () => {
    const [book, { id }] = fromTwoLots();
    book.at("2026-05-01T10:00:00+03:00").post(refund(id));
    expect(book.lots()).toEqual({ [MAY]: 80 });
    const [later, again] = fromTwoLots();
    later.at("2026-05-10T10:00:00+03:00").post(refund(again.id));
    expect(later.lots()).toEqual({ [MAY]: 50, "2026-06-09": 30 });
  });

  test("have no grace while their lot's last day is not over", () => {
    const [book, { id }] = fromTwoLots();
    book.at("2026-04-30T23:59:59+03:00").post(refund(id));
    expect(book.lots()).toEqual({ [APRIL]: 30, [MAY]: 50 });
  });

  test("have as much grace as the programme gives", () => {
    const [book, { id }] = fromTwoLots();
    book.setProgramme({ refundGraceDays: 0 });
    book.at("2026-05-10T10:00:00+03:00").post(refund(id));
    expect(book.lots()).toEqual({ "2026-05-10": 30, [MAY]: 50 });
    expect(book.post(redeem(30)).lotMoves).toEqual([{ lot: "2026-05-10", points: -30 }]);
  });

  test("never lapse when they never did", () => {
    const book = new Book({ wallets: [aWallet({ lots: { infinity: 30 } })] });
    const { id } = book.post(redeem(30));
    book.at("2026-03-01T10:00:00Z").post(refund(id));
    expect(book.lots()).toEqual({ infinity: 30 });
  });

  test("repay a debt first, and are then no longer owed by their lot", () => {
    const book = new Book();
    const earned = book.post(reward(100));
    const { id } = book.post(redeem(100));
    book.post(cancel(earned.id));
    expect(book.wallet().balance).toBe(-100);
    expect(book.post(refund(id, { points: 40 })).balanceAfter).toBe(-60);
    expect(book.lots()).toEqual({});
    expect(book.post(refund(id)).balanceAfter).toBe(0);
    expect(book.refusal(refund(id))).toBe(1403);
    expect(book.lots()).toEqual({});
  });

  test("may take a wallet above the most it may hold: they are the customer's own", () => {
    const [book, { id }] = redeemed(10);
    book.setProgramme({ balanceMax: 9_995, pointsPerEntryMax: 5 });
    expect(book.post(refund(id)).balanceAfter).toBe(10_000);
  });
});
