import { describe, expect, onTestFinished, test } from "vitest";
import type { Actor } from "@/lib/ledger/rules/commands";
import { extraPoints } from "@/lib/ledger/rules/conversion";
import { NO_PROFILE } from "@/lib/ledger/rules/profile";
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
import {
  aSegment,
  aWallet,
  Book,
  cancel,
  FOREIGN_TILL,
  OTHER_TILL,
  promotion,
  redeem,
  reward,
  TILL,
  takeBack,
  WALLET,
} from "./build";

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
    expect(book.state.promotions.given.size).toBe(1);
  });

  test("is said as far as there is room for it, and marked where it is cut", () => {
    const comment = (nameEn: string) =>
      bookOf([promotion(7, { points: 5 }, { nameEn })]).post(reward(1)).comment;
    const words = " +5 / عرض 7 +5";
    expect(comment("x".repeat(250 - words.length))).toBe("x".repeat(250 - words.length) + words);
    expect(comment("x".repeat(251 - words.length))).toBe(
      `${`${"x".repeat(251 - words.length)}${words}`.slice(0, 249)}…`,
    );
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

  test("for items names, of those that give as much, the first that was bought, a single piece of a single point too", () => {
    const skus = ["TEA", "COFFEE", "CAKE"].map((skuId, id) => ({ id, skuId, points: 1 }));
    const items = ["CAKE", "COFFEE"].map((skuId) => ({ skuId, quantity: 1, hundredths: null }));
    const book = bookOf([promotion(1, { kind: "skus" }, { skus })]);
    expect(book.post(reward(10, { items }))).toMatchObject({ amount: 12, skuRuleId: 1 });
    expect(outcome(promotion(1, { kind: "skus" }, { skus }), { items: items.slice(0, 1) })).toBe(1);
    expect(outcome(promotion(1, { kind: "skus" }, { skus }), { items: [], skuId: "TEA" })).toBe(1);
  });

  test("of items that the bill lacks, or too small for one point, gives nothing and says why", () => {
    const skus = [{ id: 501, skuId: "COFFEE", points: 5 }];
    expect(outcome(promotion(1, { kind: "skus" }, { skus }), { skuId: "TEA" })).toBe("sku");
    expect(outcome(promotion(1, { multiplier: "1.001" }))).toBe("nothing");
  });

  test("is nothing where all of the bill was paid with points", () => {
    const book = bookOf([promotion(1, { points: 5 })], {
      wallets: [aWallet({ lots: { infinity: 100 } })],
      programme: { earnedOn: "rest" },
    });
    book.post(redeem(10, { invoiceNumber: "INV-1" }));
    expect(book.post(reward(10, { invoiceNumber: "INV-1" }))).toMatchObject({ amount: 0, offerNumber: null });
  });

  test("by a multiplier for items is for what these cost, and never for more than the bill", () => {
    expect(outcome(promotion(1, { points: 5, skuIds: ["TEA", "cof*"] }), { skuId: "COFFEE" })).toBe(5);
    expect(outcome(promotion(1, { points: 5, skuIds: ["offee*"] }), { skuId: "COFFEE" })).toBe("sku");
    expect(outcome(promotion(1, { points: 5, skuIds: ["cof*"] }), { skuId: "COLA" })).toBe("sku");
    expect(outcome(promotion(1, { points: 5, skuIds: ["TEA"] }), { skuId: "TEAK" })).toBe("sku");
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
    expect(outcome(promotion(1, { ...five, ratePlans: ["SILVER", "GOLD"] }), { wallet: gold })).toBe(5);
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
    const half = promotion(1, { ...five, hours: { from: 16 * 60 + 30, to: 18 * 60 } });
    expect(outcome(half, { at: "2026-01-15T14:29:59Z" })).toBe("hours");
    expect(outcome(half, { at: "2026-01-15T14:30:00Z" })).toBe(5);
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
    expect(outcome(late, { at: "2026-01-16T21:30:00Z" })).toBe("weekday");
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
    expect(outcome(night, { at: "2026-01-16T20:00:00Z" })).toBe("weekday");
    for (const [weekday, after] of [
      [7, "2026-01-11T23:00:00Z"],
      [1, "2026-01-12T23:00:00Z"],
    ] as const)
      expect(outcome(promotion(1, { ...night.rule, weekdays: [weekday] }), { at: after })).toBe(5);
    const round = promotion(1, { ...five, hours: { from: 22 * 60, to: 22 * 60 } });
    for (const at of ["2026-01-15T19:59:59Z", "2026-01-15T20:00:00Z"]) expect(outcome(round, { at })).toBe(5);
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

  test("and of the others it is said why not: their own reason where they have one", () => {
    const all = [
      promotion(1, { points: 9 }, { merchantId: 2 }),
      promotion(2, { points: 1 }),
      promotion(3, { points: 1 }),
      promotion(4, { points: 9, branchIds: [999] }),
    ];
    const said = (some: Promotion[]) => {
      const { state } = bookOf(some);
      const asked = {
        wallet: { ...aWallet(), customerId: 1 },
        now: new Date("2026-01-15T10:00:00Z"),
        rate: 1,
      };
      return judge(state, { ...asked, bill: { actor: TILL, value: 100n } }).map(({ verdict }) =>
        "whyNot" in verdict ? verdict.whyNot : verdict.points,
      );
    };
    expect(said(all)).toEqual(["merchant", 1, "another_acts", "branch"]);
    expect(said(all.filter(({ number }) => number === 1 || number === 4))).toEqual(["merchant", "branch"]);
  });

  test("names, of several that act together, the one that gives most, of equals the first, and an item's rule of its own or else of another", () => {
    const stack = { promotions: { stack: true } };
    const [six, sixToo, two] = [6, 6, 2].map((points, index) =>
      promotion(index + 3, { points, stacks: true }),
    );
    const items = (number: number, points: number) =>
      promotion(number, { kind: "skus", stacks: true }, { skus: [{ id: number, skuId: "TEA", points }] });
    const offers = (...all: (Promotion | undefined)[]) => {
      const { offerNumber, skuRuleId } = bookOf(
        all.filter((one) => one !== undefined),
        stack,
      ).post(reward(1, { skuId: "TEA" }));
      return [offerNumber, skuRuleId];
    };
    expect(offers(six, sixToo, two)).toEqual([3, null]);
    expect(offers(items(1, 1), items(2, 5))).toEqual([2, 2]);
    expect(offers(items(1, 1), six)).toEqual([3, 1]);
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
    const [three, threeToo] = [3, 8].map((number) => promotion(number, { points: 3, stacks: true }));
    const six = promotion(5, { points: 6 });
    const both = [three, six, threeToo].filter((one) => one !== undefined);
    expect(bookOf(both, stacking).post(reward(1))).toMatchObject({ amount: 7, offerNumber: 5 });
    const full = { ...stacking, programme: { balanceMax: 7 } };
    expect(
      bookOf(
        both.filter((one) => one !== six),
        full,
      ).post(reward(1)).amount,
    ).toBe(7);
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
    const all = bookOf([promotion(4, { points: 40 }, { budgetPoints: 40 })]);
    expect(all.post(reward(1)).amount).toBe(41);
  });

  test("is nothing of one without a budget or a limit, and its reward is undone all the same once it is known no more", () => {
    const book = bookOf([promotion(4, { points: 40 })]);
    const first = book.post(reward(1));
    expect(book.state.promotions.counted).toEqual([]);
    const undone = book.run(cancel(first.id)).written[0];
    expect(undone?.posting.promotionsBack).toEqual([]);
    const second = book.post(reward(1));
    const part = {
      kind: "promotion",
      points: 40,
      promotionVersionId: 40,
      day: "2026-01-15",
      promotion: null,
    } as const;
    book.state.promotions.given.set(second.id, [part]);
    expect(book.run(cancel(second.id)).written[0]?.posting.promotionsBack).toEqual([]);
  });

  test("is of the pooled child that bought, not of its pool", () => {
    const pool = aWallet();
    const wallets = [pool, aWallet({ id: 2, walletCode: "C", poolWalletId: 1 })];
    const book = bookOf([promotion(4, { points: 40 }, { walletMax: 1, walletPeriod: "ever" })], { wallets });
    const amounts = ["C", "C", WALLET].map((walletCode) => book.post(reward(1, { walletCode })).amount);
    expect(amounts).toEqual([41, 1, 41]);
    expect(book.state.promotions.counted).toMatchObject([{ walletId: 2 }, { walletId: 1 }]);
    // Its points are nobody's to count where only the uses are limited.
    expect(book.state.promotions.uses.get("4 2")).toEqual(new Map([["2026-01-15", { uses: 1, points: 0 }]]));
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

  test("keeps uses and budget when all goods are returned: only the customer's points come back", () => {
    const both = { walletPoints: 61, walletMax: 3, walletPeriod: "ever", budgetPoints: 200 } as const;
    const book = bookOf([promotion(4, { points: 60 }, both)]);
    book.post(takeBack(book.post(reward(1)).id));
    expect(book.state.promotions.totals.get(4)).toEqual({ points: 60, uses: 1 });
    expect([book.post(reward(1)).amount, book.post(reward(1)).amount]).toEqual([61, 2]);
    const limited = bookOf([promotion(4, { points: 60 }, { walletMax: 1, walletPeriod: "ever" })]);
    const { written } = limited.run(takeBack(limited.post(reward(1)).id));
    expect(written[0]?.posting.promotionsBack).toBeUndefined();
  });

  test("has no points left for a customer to whom it gave the last of them", () => {
    const book = bookOf([promotion(4, { points: 60 }, { walletPoints: 60, walletPeriod: "ever" })]);
    book.post(reward(1));
    const asked = { wallet: { ...book.wallet(), customerId: 1 }, now: book.now, rate: 1 };
    const [judged] = judge(book.state, { ...asked, bill: { actor: TILL, value: 100n } });
    expect(judged?.verdict).toEqual({ whyNot: "wallet_limit" });
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

describe("goods that come back by their price", () => {
  /** Points that each part of the bill takes back, and the comment of the last. */
  function takenBy(book: Book, bill: { id: number }, values: readonly number[]) {
    const parts = values.map((value) => book.post(takeBack(bill.id, { value })));
    return { points: parts.map(({ amount }) => amount), comment: parts.at(-1)?.comment };
  }

  test("take their part of the rate and of what multiplies it, and the last of them all", () => {
    const book = bookOf([promotion(7, { multiplier: "2" })]);
    const bill = book.post(reward(330));
    expect(bill.amount).toBe(660);
    expect(takenBy(book, bill, [30]).points).toEqual([60]);
    expect(takenBy(book, bill, [299]).points).toEqual([598]);
    expect(book.wallet().balance).toBe(2);
    expect(takenBy(book, bill, [1]).points).toEqual([2]);
  });

  test("take together, at each moment and in whatever parts, what they would take in one", () => {
    const one = promotion(7, { multiplier: "1.7" });
    const cut = (values: readonly number[]) => {
      const book = bookOf([one], { wallets: [aWallet({ segment: aSegment({ rewardFactor: "0.333333" }) })] });
      const bill = book.post(reward(100));
      return takenBy(book, bill, values).points.reduce((sum, points) => sum + points, 0);
    };
    for (const back of [1, 13, 50, 99])
      expect(cut([...Array(back).fill(0.5), ...Array(back).fill(0.5)])).toBe(cut([back]));
    expect(cut([99, 1])).toBe(33 + 23);
  });

  test("take a bonus with a least bill once the rest no longer reaches it, and any other with the last of them", () => {
    const book = bookOf(
      [
        promotion(7, { points: 50, minHundredths: 300_00, stacks: true }),
        promotion(8, { points: 20, stacks: true }),
      ],
      { promotions: { stack: true } },
    );
    const bill = book.post(reward(330));
    expect(bill.amount).toBe(400);
    expect(takenBy(book, bill, [30])).toEqual({ points: [30], comment: "Bill −30 / الفاتورة −30" });
    expect(takenBy(book, bill, [1])).toEqual({
      points: [51],
      comment: "Bill −1, Offer 7 −50 (less than 300 is left) / الفاتورة −1، عرض 7 −50 (المتبقي أقل من 300)",
    });
    expect(takenBy(book, bill, [298, 1])).toEqual({
      points: [298, 21],
      comment: "Bill −1, Offer 8 −20 (last of the goods) / الفاتورة −1، عرض 8 −20 (آخر المرتجع)",
    });
  });

  test("take the points of items with the items that are named, each piece once, and the others with the last", () => {
    const skus = [{ id: 9, skuId: "COFFEE", points: 10 }];
    const book = bookOf([promotion(7, { points: null }, { skus })]);
    const items = [{ skuId: "COFFEE", quantity: 3, hundredths: null }];
    const bill = book.post(reward(90, { items }));
    expect(bill.amount).toBe(120);
    const coffee = (quantity: number) => [{ skuId: "coffee", quantity, hundredths: null }];
    const back = (value: number, pieces?: number) =>
      book.post(takeBack(bill.id, { value, ...(pieces !== undefined && { items: coffee(pieces) }) })).amount;
    expect([back(10), back(30, 1), back(20, 9), back(29), back(1)]).toEqual([10, 40, 40, 29, 1]);
  });

  test("take of a group of items that multiplies the part of the whole bill that came back", () => {
    const book = bookOf([promotion(7, { multiplier: "3", skuIds: ["COFFEE"] })]);
    const bill = book.post(
      reward(100, {
        items: [
          { skuId: "COFFEE", quantity: 1, hundredths: 40_00 },
          { skuId: "TEA", quantity: 1, hundredths: 60_00 },
        ],
      }),
    );
    expect(bill.amount).toBe(180);
    expect(takenBy(book, bill, [50, 50]).points).toEqual([90, 90]);
  });

  test("take of points that were cut to a limit no more than the rest of the bill would not have had", () => {
    const book = bookOf([promotion(7, { multiplier: "2" }, { walletPoints: 40, walletPeriod: "day" })]);
    const bill = book.post(reward(100));
    expect(takenBy(book, bill, [50, 20, 30]).points).toEqual([50, 30, 60]);
  });

  test("by number are worth their part of the bill, and agree with the price that would take them", () => {
    const book = bookOf([promotion(7, { multiplier: "2" })]);
    const bill = book.post(reward(330));
    expect(book.refusal(takeBack(bill.id, { points: 30, value: 30 }))).toBe(1405);
    expect(book.post(takeBack(bill.id, { points: 60, value: 30 }))).toMatchObject({ amount: 60 });
    expect(book.post(takeBack(bill.id, { points: 60 }))).toMatchObject({ amountValue: 30_00n });
    expect(book.post(takeBack(bill.id, { value: 30 })).amount).toBe(60);
    expect(book.post(takeBack(bill.id))).toMatchObject({ amount: 480, amountValue: 240_00n });
  });
});
