import { describe, expect, onTestFinished, test } from "vitest";
import type { Actor } from "@/lib/ledger/core/commands";
import { extraPoints } from "@/lib/ledger/core/conversion";
import { NO_PROFILE } from "@/lib/ledger/core/profile";
import { judge, periodStart } from "@/lib/ledger/with/promotions/rule";
import { type PromotionRow, promotionsOf } from "@/lib/ledger/with/promotions/store";
import {
  ANY_BILL,
  type Promotion,
  type PromotionRule,
  type WhyNot,
} from "@/lib/ledger/with/promotions/words";
import { setProgrammeCurrency } from "@/lib/platform/currency";
import { moneyOf } from "@/lib/platform/money";
import { aSegment, aWallet, Book, cancel, FOREIGN_TILL, OTHER_TILL, reward, TILL, takeBack } from "./build";

function promotion(number: number, rule: Partial<PromotionRule>, more: Partial<Promotion> = {}): Promotion {
  return {
    id: number,
    versionId: number * 10,
    number,
    merchantId: null,
    nameEn: `Offer ${number}`,
    nameAr: `عرض ${number}`,
    startsAt: new Date("2026-01-01T00:00:00Z"),
    endsAt: new Date("2027-01-01T00:00:00Z"),
    rule: { ...ANY_BILL, points: null, ...rule },
    skus: [],
    budgetPoints: null,
    walletMax: null,
    walletPeriod: null,
    walletPoints: null,
    hasBudget: (more.budgetPoints ?? null) !== null,
    hasWalletLimit: (more.walletMax ?? more.walletPoints ?? null) !== null,
    hasWalletPoints: (more.walletPoints ?? null) !== null,
    ...more,
  };
}

const bookOf = (all: Promotion[], options: ConstructorParameters<typeof Book>[0] = {}) =>
  new Book({ ...options, promotions: { all, ...options.promotions } });

/** Why the only promotion does not act on a bill, or what it gives. */
function outcome(
  one: Promotion,
  {
    at = "2026-01-15T10:00:00Z",
    actor = TILL,
    wallet = {},
    value = 100,
    ...bill
  }: {
    at?: string;
    actor?: Actor;
    wallet?: Parameters<typeof aWallet>[0];
    value?: number;
    items?: { skuId: string; quantity: number; hundredths: number | null }[];
    skuId?: string;
  } = {},
): WhyNot | number {
  const book = bookOf([one], { wallets: [aWallet(wallet)] });
  const asked = { wallet: { ...book.wallet(), customerId: 1 }, now: new Date(at), rate: value };
  const [judged] = judge(book.state, { ...asked, bill: { actor, value: moneyOf(value), ...bill } });
  const verdict = judged?.verdict;
  if (verdict === undefined) throw new Error("Not judged");
  return "whyNot" in verdict ? verdict.whyNot : verdict.points;
}

test("a rule that was stored before a condition came has the condition's value of any bill", () => {
  const { birthdayMonth, ...stored } = { ...ANY_BILL, points: 5 };
  const [row] = promotionsOf([{ rule: stored, skus: null } as PromotionRow]);
  expect(row?.rule).toEqual({ ...ANY_BILL, points: 5 });
});

describe("what a promotion gives", () => {
  test("is added to one entry, which names the promotion, its parts and, in both languages, what acted", () => {
    const book = bookOf([promotion(7, { multiplier: "2" })]);
    const { written } = book.run(reward(33));
    const [{ entry, posting } = { entry: null, posting: null }] = written;
    expect(entry).toMatchObject({
      amount: 66,
      pointsDelta: 66,
      accumulatedAfter: 66,
      factor: "1",
      offerNumber: 7,
      skuRuleId: null,
      comment: "Offer 7 +33 / عرض 7 +33",
    });
    expect(posting?.parts).toEqual([
      { kind: "rate", points: 33, promotionVersionId: null, day: null },
      { kind: "promotion", points: 33, promotionVersionId: 70, day: "2026-01-15" },
    ]);
  });

  test("leaves the caller's comment, and an entry on which nothing acts, as they are", () => {
    const book = bookOf([promotion(7, { points: 5, minHundredths: 50_00 })]);
    expect(book.post(reward(60, { comment: "mine" })).comment).toBe("mine");
    const plain = book.run(reward(49.99)).written[0];
    expect(plain?.entry).toMatchObject({ amount: 49, offerNumber: null, comment: null });
    expect(plain?.posting.parts).toBeUndefined();
  });

  test("by a multiplier is exact and rounded once; the segment's bonus is not multiplied", () => {
    expect(extraPoints(moneyOf(33), "1.5", "2")).toBe(49);
    expect(extraPoints(moneyOf(100.01), "1", "1.1")).toBe(10);
    expect(extraPoints(moneyOf(0.3), "1", "11")).toBe(3);
    const segment = aSegment({ bonusPoints: 10 });
    const book = bookOf([promotion(1, { multiplier: "3" })], { wallets: [aWallet({ segment })] });
    expect(book.post(reward(20)).amount).toBe(20 + 10 + 40);
  });

  test("for items is points for each piece, and the entry names the item's rule that gave most", () => {
    const skus = [
      { id: 501, skuId: "COFFEE", points: 5 },
      { id: 502, skuId: "CAKE", points: 7 },
    ];
    const book = bookOf([promotion(1, { kind: "skus" }, { skus })]);
    const items = [
      { skuId: "COFFEE", quantity: 2, hundredths: null },
      { skuId: "COFFEE", quantity: 1, hundredths: null },
      { skuId: "CAKE", quantity: 1, hundredths: null },
      { skuId: "TEA", quantity: 9, hundredths: null },
    ];
    expect(book.post(reward(10, { items }))).toMatchObject({ amount: 10 + 15 + 7, skuRuleId: 501 });
    expect(book.post(reward(10, { skuId: "CAKE" }))).toMatchObject({
      amount: 17,
      skuRuleId: 502,
      skuId: "CAKE",
    });
    expect(book.post(reward(10, { skuId: "TEA" }))).toMatchObject({
      amount: 10,
      skuRuleId: null,
      offerNumber: null,
    });
  });

  test("for items does not depend on the case of their codes, which are kept as they were sent", () => {
    const skus = [
      { id: 501, skuId: "COFFEE", points: 5 },
      { id: 502, skuId: "Cake", points: 7 },
      { id: 503, skuId: "CAKE", points: 9 },
    ];
    const book = bookOf([promotion(1, { kind: "skus" }, { skus })]);
    expect(book.post(reward(10, { skuId: "coffee" }))).toMatchObject({
      ...{ amount: 15, skuRuleId: 501, skuId: "coffee" },
    });
    // Two rules of one item, from when case counted: one of them gives, its own spelling first.
    expect(book.post(reward(10, { skuId: "CAKE" }))).toMatchObject({ amount: 19, skuRuleId: 503 });
    expect(book.post(reward(10, { skuId: "cake" }))).toMatchObject({ amount: 17, skuRuleId: 502 });
    expect(outcome(promotion(1, { points: 5, skuIds: ["Coffee"] }), { skuId: "COFFEE" })).toBe(5);
  });

  test("by a multiplier for items is for what these cost, and never for more than the bill", () => {
    expect(outcome(promotion(1, { points: 5, skuIds: ["TEA", "cof*"] }), { skuId: "COFFEE" })).toBe(5);
    expect(outcome(promotion(1, { points: 5, skuIds: ["offee*"] }), { skuId: "COFFEE" })).toBe("sku");
    const coffee = promotion(1, { multiplier: "2", skuIds: ["COFFEE"] });
    const cup = (hundredths: number | null) => [
      { skuId: "COFFEE", quantity: 1, hundredths },
      { skuId: "TEA", quantity: 1, hundredths: 5_00 },
    ];
    expect(outcome(coffee, { items: cup(30_00) })).toBe(30);
    expect(outcome(coffee, { items: cup(300_00) })).toBe(100);
    expect(outcome(coffee, { items: cup(null) })).toBe(100);
    expect(outcome(coffee, { skuId: "COFFEE" })).toBe(100);
    expect(outcome(coffee, { skuId: "TEA" })).toBe("sku");
    expect(outcome(coffee)).toBe("sku");
    const least = promotion(1, { points: 9, skuIds: ["COFFEE"], minHundredths: 31_00 });
    expect(outcome(least, { items: cup(30_00) })).toBe("least_value");
  });
});

describe("a promotion acts only where its conditions hold", () => {
  const five: Partial<PromotionRule> = { points: 5 };

  test("of merchant, branch and channel", () => {
    expect(outcome(promotion(1, five, { merchantId: 2 }))).toBe("merchant");
    expect(outcome(promotion(1, five, { merchantId: 2 }), { actor: FOREIGN_TILL })).toBe(5);
    expect(outcome(promotion(1, { ...five, merchantIds: [2, 3] }))).toBe("merchant");
    expect(outcome(promotion(1, { ...five, branchIds: [101] }))).toBe(5);
    expect(outcome(promotion(1, { ...five, branchIds: [101] }), { actor: OTHER_TILL })).toBe("branch");
    expect(outcome(promotion(1, { ...five, channels: [2] }))).toBe("channel");
  });

  test("of segment and rate plan, whatever the case of its letters", () => {
    expect(outcome(promotion(1, { ...five, segmentIds: [2] }))).toBe("segment");
    const gold = { segment: aSegment({ segmentId: 2, ratePlan: "Gold" }) };
    expect(outcome(promotion(1, { ...five, segmentIds: [2] }), { wallet: gold })).toBe(5);
    expect(outcome(promotion(1, { ...five, ratePlans: ["GOLD"] }), { wallet: gold })).toBe(5);
    expect(outcome(promotion(1, { ...five, ratePlans: ["GOLD"] }))).toBe("rate_plan");
  });

  test("of the least value, to the hundredth", () => {
    const least = promotion(1, { ...five, kind: "threshold", minHundredths: 100_01 });
    expect(outcome(least, { value: 100 })).toBe("least_value");
    expect(outcome(least, { value: 100.01 })).toBe(5);
  });

  test.each([
    ["KWD", 100.009, 100.01],
    ["JPY", 100, 101],
  ])("of the least value in a currency with other decimals: %s", (currency, below, enough) => {
    setProgrammeCurrency(currency);
    onTestFinished(() => setProgrammeCurrency("EGP"));
    const least = promotion(1, { ...five, kind: "threshold", minHundredths: 100_01 });
    expect(outcome(least, { value: below })).toBe("least_value");
    expect(outcome(least, { value: enough })).toBe(5);
  });

  test("of the first purchase and of the birthday's month", () => {
    const first = promotion(1, { ...five, kind: "first_purchase", firstPurchase: true });
    expect(outcome(first)).toBe(5);
    expect(outcome(first, { wallet: { accumulated: 1 } })).toBe("first_purchase");
    const birthday = promotion(1, { ...five, kind: "birthday_month", birthdayMonth: true });
    const born = (birthDate: string) => ({ wallet: { profile: { ...NO_PROFILE, birthDate } } });
    expect(outcome(birthday)).toBe("birthday_month");
    expect(outcome(birthday, born("1990-01-31"))).toBe(5);
    // In Cairo it is February already.
    expect(outcome(birthday, { ...born("1990-01-31"), at: "2026-01-31T22:00:00Z" })).toBe("birthday_month");
    expect(outcome(birthday, { ...born("1990-02-01"), at: "2026-01-31T22:00:00Z" })).toBe(5);
  });

  test("of its days: from its first moment up to its last", () => {
    const dates = { startsAt: new Date("2026-01-10T10:00:00Z"), endsAt: new Date("2026-01-20T10:00:00Z") };
    const one = promotion(1, five, dates);
    expect(outcome(one, { at: "2026-01-10T09:59:59.999Z" })).toBe("not_begun");
    expect(outcome(one, { at: "2026-01-10T10:00:00Z" })).toBe(5);
    expect(outcome(one, { at: "2026-01-20T09:59:59.999Z" })).toBe(5);
    expect(outcome(one, { at: "2026-01-20T10:00:00Z" })).toBe("over");
  });

  test("of weekdays and hours by the programme's clocks, on the days of daylight saving as well", () => {
    const hour = promotion(1, { ...five, kind: "happy_hour", hours: { from: 16 * 60, to: 18 * 60 } });
    // Winter: Cairo is two hours ahead; summer, from 24 April 2026 on: three.
    expect(outcome(hour, { at: "2026-01-15T13:59:59Z" })).toBe("hours");
    expect(outcome(hour, { at: "2026-01-15T14:00:00Z" })).toBe(5);
    expect(outcome(hour, { at: "2026-01-15T15:59:59Z" })).toBe(5);
    expect(outcome(hour, { at: "2026-01-15T16:00:00Z" })).toBe("hours");
    expect(outcome(hour, { at: "2026-04-23T14:00:00Z" })).toBe(5);
    expect(outcome(hour, { at: "2026-04-24T13:00:00Z" })).toBe(5);
    expect(outcome(hour, { at: "2026-04-24T15:00:00Z" })).toBe("hours");
    const thursday = promotion(1, { ...five, weekdays: [4] });
    expect(outcome(thursday, { at: "2026-01-15T21:59:59Z" })).toBe(5);
    expect(outcome(thursday, { at: "2026-01-15T22:00:00Z" })).toBe("weekday");
    // Midnight does not exist in Cairo on 24 April 2026: at 22:00 UTC it is one o'clock on Friday.
    expect(outcome(thursday, { at: "2026-04-23T21:59:59Z" })).toBe(5);
    expect(outcome(thursday, { at: "2026-04-23T22:00:00Z" })).toBe("weekday");
    // On 30 October 2026 the hour before midnight of Thursday comes twice.
    const late = promotion(1, { ...five, weekdays: [4], hours: { from: 23 * 60, to: 24 * 60 } });
    expect(outcome(late, { at: "2026-10-29T20:30:00Z" })).toBe(5);
    expect(outcome(late, { at: "2026-10-29T21:30:00Z" })).toBe(5);
    expect(outcome(late, { at: "2026-10-29T22:00:00Z" })).toBe("hours");
  });

  test("of hours past midnight, which belong to the day on which they began", () => {
    const night = promotion(1, { ...five, weekdays: [4], hours: { from: 22 * 60, to: 2 * 60 } });
    expect(outcome(night, { at: "2026-01-15T20:00:00Z" })).toBe(5);
    expect(outcome(night, { at: "2026-01-15T23:59:59Z" })).toBe(5);
    expect(outcome(night, { at: "2026-01-16T00:00:00Z" })).toBe("hours");
    expect(outcome(night, { at: "2026-01-14T23:00:00Z" })).toBe("weekday");
  });

  test("and never takes budget or uses for a test wallet", () => {
    const wallet = { sandboxId: 1 };
    expect(outcome(promotion(1, five), { wallet })).toBe(5);
    expect(outcome(promotion(1, five, { budgetPoints: 100 }), { wallet })).toBe("test_wallet");
    expect(outcome(promotion(1, five, { walletMax: 1, walletPeriod: "ever" }), { wallet })).toBe(
      "test_wallet",
    );
  });
});

describe("which of several acts", () => {
  test("the one that gives most; of equals that with the lowest number", () => {
    const all = [promotion(3, { points: 9 }), promotion(5, { points: 10 }), promotion(8, { points: 10 })];
    expect(bookOf(all).post(reward(20))).toMatchObject({ amount: 30, offerNumber: 5 });
  });

  test("together, where the programme says so, those that may, unless another gives more alone", () => {
    const all = [
      promotion(3, { points: 6, stacks: true }),
      promotion(5, { points: 10 }),
      promotion(8, { multiplier: "1.5", stacks: true }),
    ];
    const stacking = { promotions: { stack: true } };
    const { written } = bookOf(all, stacking).run(reward(20));
    expect(written[0]?.entry).toMatchObject({ amount: 20 + 6 + 10, offerNumber: 8 });
    expect(written[0]?.posting.parts).toEqual([
      { kind: "rate", points: 20, promotionVersionId: null, day: null },
      { kind: "promotion", points: 6, promotionVersionId: 30, day: "2026-01-15" },
      { kind: "promotion", points: 10, promotionVersionId: 80, day: "2026-01-15" },
    ]);
    expect(bookOf(all, stacking).post(reward(6))).toMatchObject({ amount: 16, offerNumber: 5 });
    expect(bookOf(all).post(reward(20))).toMatchObject({ amount: 30, offerNumber: 5 });
  });

  test("none that would take the reward past what an entry or a wallet may hold", () => {
    const all = [promotion(1, { points: 50 }), promotion(2, { points: 10 })];
    expect(bookOf(all, { programme: { pointsPerEntryMax: 110 } }).post(reward(100))).toMatchObject({
      amount: 110,
      offerNumber: 2,
    });
    expect(bookOf(all, { programme: { balanceMax: 100 } }).post(reward(100))).toMatchObject({
      amount: 100,
      offerNumber: null,
    });
    const aside = { programme: { balanceMax: 200 }, wallets: [aWallet({ suspended: 60 })] };
    expect(bookOf(all, aside).post(reward(100))).toMatchObject({ amount: 110, offerNumber: 2 });
  });
});

describe("what is counted of a promotion", () => {
  const budget = promotion(4, { points: 40 }, { budgetPoints: 100 });

  test("is its budget: the last points go to whoever the whole bonus still fits", () => {
    const book = bookOf([budget, promotion(9, { points: 15 })]);
    expect(Array.from({ length: 4 }, () => book.post(reward(1)).amount)).toEqual([41, 41, 16, 16]);
    expect(book.state.promotions.totals.get(4)).toEqual({ points: 80, uses: 2 });
  });

  test("is given back when the reward is cancelled, and stays when goods are returned", () => {
    const book = bookOf([budget]);
    const first = book.post(reward(1));
    book.post(takeBack(book.post(reward(1)).id));
    expect(book.post(reward(1)).amount).toBe(1);
    expect(book.post(cancel(first.id))).toMatchObject({ pointsDelta: -41 });
    expect(book.state.promotions.totals.get(4)).toEqual({ points: 40, uses: 1 });
    expect(book.post(reward(1)).amount).toBe(41);
  });

  test.each([
    ["day", ["2026-01-15T10:00:00Z", "2026-01-15T21:59:59Z"], "2026-01-15T22:00:00Z"],
    ["week", ["2026-01-12T10:00:00Z", "2026-01-18T21:59:59Z"], "2026-01-18T22:00:00Z"],
    ["month", ["2026-01-01T10:00:00Z", "2026-01-31T21:59:59Z"], "2026-01-31T22:00:00Z"],
  ] as const)(
    "is how often it acts for a customer in a %s of the programme's calendar",
    (walletPeriod, within, after) => {
      const book = bookOf([promotion(4, { points: 5 }, { walletMax: 2, walletPeriod })], {
        wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })],
      });
      book.at(within[0]);
      expect([book.post(reward(1)).amount, book.post(reward(1)).amount, book.post(reward(1)).amount]).toEqual(
        [6, 6, 1],
      );
      expect(book.post(reward(1, { walletCode: "W2" })).amount).toBe(6);
      expect(book.at(within[1]).post(reward(1)).amount).toBe(1);
      expect(book.at(after).post(reward(1)).amount).toBe(6);
    },
  );

  test("is so many points for each customer in a period: the last bill gets what is left of them, and its budget only that", () => {
    const capped = promotion(
      4,
      { points: 40 },
      { walletMax: 3, walletPoints: 90, walletPeriod: "day", budgetPoints: 130 },
    );
    const book = bookOf([capped], { wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })] });
    const amounts = Array.from({ length: 4 }, () => book.post(reward(1)).amount);
    expect(amounts).toEqual([41, 41, 11, 1]);
    expect(book.post(reward(1, { walletCode: "W2" })).amount).toBe(41);
    expect(book.state.promotions.totals.get(4)).toEqual({ points: 130, uses: 4 });
  });

  test("gives a customer's points back with a cancellation and with the return of the whole, not with a part", () => {
    const book = bookOf([promotion(4, { points: 40 }, { walletPoints: 60, walletPeriod: "ever" })]);
    const [first, second] = [book.post(reward(100)), book.post(reward(100))];
    expect([first.amount, second.amount]).toEqual([140, 120]);
    book.post(takeBack(first.id, { value: 40 }));
    expect(book.post(reward(100)).amount).toBe(100);
    book.post(takeBack(first.id));
    expect(book.post(reward(100)).amount).toBe(140);
    book.post(cancel(second.id));
    expect(book.post(reward(100)).amount).toBe(120);
  });

  test("is a first purchase once for ever, whatever was cancelled or returned since", () => {
    const first = promotion(
      4,
      { points: 5, kind: "first_purchase", firstPurchase: true },
      { walletMax: 1, walletPeriod: "ever" },
    );
    const book = bookOf([first]);
    const wrong = book.post(reward(1));
    expect(wrong.amount).toBe(6);
    book.post(cancel(wrong.id));
    const right = book.post(reward(1));
    expect(right.amount).toBe(6);
    book.post(takeBack(right.id));
    expect(book.wallet().accumulated).toBe(0);
    expect(book.post(reward(1)).amount).toBe(1);
  });

  test("begins anew with the period, weeks with their Monday", () => {
    expect(periodStart("2026-01-15", "week")).toBe("2026-01-12");
    expect(periodStart("2026-01-12", "week")).toBe("2026-01-12");
    expect(periodStart("2026-01-18", "week")).toBe("2026-01-12");
    expect(periodStart("2026-03-31", "month")).toBe("2026-03-01");
    expect(periodStart("2026-03-31", "ever") < "0001-01-01").toBe(true);
  });
});

test("goods returned by value take the promotion's points with the last of the bill, and the parts add up to the whole", () => {
  const book = bookOf([promotion(7, { multiplier: "2" })]);
  const bill = book.post(reward(100));
  expect(book.post(takeBack(bill.id, { value: 40 })).amount).toBe(40);
  expect(book.post(takeBack(bill.id, { value: 60 })).amount).toBe(160);
});
