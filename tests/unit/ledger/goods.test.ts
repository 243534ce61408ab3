import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inUnits, moneyOf } from "@/lib/platform/money";
import { seedOf } from "@/tests/support/rounds";
import { aSegment, aWallet, Book, cancel, FOREIGN_TILL, key, refund, settle, takeBack } from "./build";

const MAY = "2026-05-31";

/** A wallet with points, at the till of a programme where what points pay earns nothing. */
const shopOf = (balance: number, earnedOn: "bill" | "rest" = "rest", factors: readonly string[] = []) => {
  const [rewardFactor = "1", redeemFactor = "1"] = factors;
  const segment = aSegment({ rewardFactor, redeemFactor });
  const lots = balance === 0 ? {} : { [MAY]: balance };
  return new Book({ wallets: [aWallet({ segment, lots })], programme: { earnedOn } });
};
const settled = (book: Book, bill: number, paid: number) =>
  book.post(settle(bill, { redeem: paid === 0 ? null : moneyOf(paid) })).id;
const moved = (book: Book, from: number) =>
  book.log.slice(from).map(({ logTypeId, amount, amountValue }) => [logTypeId, amount, inUnits(amountValue)]);
const standing = (book: Book) => {
  const { balance, accumulated, redeemed } = book.wallet();
  return { balance, accumulated, redeemed };
};

describe("goods of a settled bill that come back", () => {
  const bill = fc
    .record({
      ...{ cents: fc.integer({ min: 1, max: 40_000 }), paid: fc.nat(40_000) },
      earnedOn: fc.constantFrom("bill" as const, "rest" as const),
      factors: fc.constantFrom(["0.7", "3"], ["1", "1"], ["2.5", "0.3"], ["0.01", "0.013"]),
      cuts: fc.array(fc.nat(40_000), { maxLength: 6 }),
    })
    .map(({ cents, paid, cuts, ...more }) => {
      const places = [...new Set([...cuts.map((cut) => cut % cents), 0])].sort((a, b) => a - b);
      return { ...more, cents, paid: paid % (cents + 1), places: [...places.slice(1), cents] };
    });

  test("give back in parts, at each moment, what one return of their sum gives back, and in all what the bill moved", () => {
    const whatever = (of: typeof bill extends fc.Arbitrary<infer B> ? B : never) => {
      const { cents, paid, places, earnedOn, factors } = of;
      const begun = () => {
        const book = shopOf(200_000, earnedOn, factors);
        return { book, id: settled(book, cents / 100, paid / 100) };
      };
      const { book, id } = begun();
      for (const [index, place] of places.entries()) {
        book.post(takeBack(id, { value: (place - (places[index - 1] ?? 0)) / 100 }));
        const once = begun();
        once.book.post(takeBack(once.id, { value: place / 100 }));
        expect(standing(book)).toEqual(standing(once.book));
      }
      expect(standing(book)).toEqual({ balance: 200_000, accumulated: 0, redeemed: 0 });
      expect(book.lots()).toEqual({ [MAY]: 200_000 });
      expect(book.refusal(takeBack(id))).toBe(1403);
    };
    fc.assert(fc.property(bill, whatever), { numRuns: 100, seed: seedOf("goods of a bill") });
  });

  test("are refused by points, at another merchant, and of a bill that was undone", () => {
    const book = shopOf(100);
    const id = settled(book, 50, 20);
    expect(book.refusal(takeBack(id, { points: 5, value: 10 }))).toMatchObject([1002, { field: "Points" }]);
    expect(book.refusal(takeBack(id, { value: 10, actor: FOREIGN_TILL }))).toBe(1401);
    expect(book.refusal(takeBack(id, { value: 50.01 }))).toEqual([
      1404,
      { remaining: 30, remainingValue: 50 },
    ]);
    expect(book.refusal(refund(id - 1, { value: 5 }))).toEqual([1402, { billId: id }]);
    book.post(cancel(id));
    expect(book.refusal(takeBack(id, { value: 10 }))).toBe(1411);
  });

  test("are undone whole, by the number of their return or its reference, and can come back again", () => {
    const book = shopOf(500);
    const id = settled(book, 210, 120);
    const before = standing(book);
    const first = book.post(takeBack(id, { value: 105, ...key("back") }));
    expect(moved(book, 2)).toEqual([
      [3, 60, 60],
      [11, 45, 45],
    ]);
    expect(book.refusal(cancel(id))).toBe(1413);
    expect(book.refusal(cancel(first.id - 1))).toBe(1414);
    book.post(cancel(0, { target: { originalKey: "back" } }));
    expect(standing(book)).toEqual(before);
    const second = book.post(takeBack(id));
    expect(moved(book, 6)).toEqual([
      [3, 120, 120],
      [11, 90, 90],
    ]);
    book.post(cancel(second.id));
    book.post(cancel(id));
    expect(standing(book)).toEqual({ balance: 500, accumulated: 0, redeemed: 0 });
  });
});
