import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  BALANCE_LIMIT_MAX,
  pointsEarned,
  pointsNeeded,
  REDEEM_FACTOR_MIN,
  sameFactor,
  usablePoints,
  valueMatchesPoints,
  valueOfPoints,
} from "@/lib/ledger/rules/conversion";
import { setProgrammeCurrency } from "@/lib/platform/currency";
import { inUnits, moneyOf } from "@/lib/platform/money";
import { agree, over, timesDown, timesUp } from "./model/arithmetic";

/** As the database holds them: above zero, at most six decimals. */
const factor = fc
  .tuple(fc.nat(10_000), fc.nat(999_999))
  .filter(([whole, part]) => whole + part > 0)
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);
/** Hundredths of every bill that there can be, 0.01 to 1,000,000. */
const value = fc.bigInt({ min: 1n, max: 1_000_000_00n });
const points = fc.integer({ min: 0, max: 1_000_000_000_000 });

describe("points that a bill earns", () => {
  test.each([
    { value: 1_000_000, rewardFactor: "1", bonusPoints: null, earned: 1_000_000 },
    { value: 1, rewardFactor: "1.5", bonusPoints: null, earned: 1 },
    { value: 3, rewardFactor: "1.5", bonusPoints: null, earned: 4 },
    { value: 9, rewardFactor: "0.1", bonusPoints: null, earned: 0 },
    { value: 10, rewardFactor: "0.1", bonusPoints: null, earned: 1 },
    { value: 29, rewardFactor: "0.1", bonusPoints: null, earned: 2 },
    { value: 7, rewardFactor: "2", bonusPoints: null, earned: 14 },
    { value: 3, rewardFactor: "0.333333", bonusPoints: null, earned: 0 },
    { value: 4, rewardFactor: "0.333333", bonusPoints: null, earned: 1 },
    { value: 1_000_000, rewardFactor: "0.333333", bonusPoints: null, earned: 333_333 },
    { value: 100, rewardFactor: "0", bonusPoints: null, earned: 0 },
    { value: 100, rewardFactor: "0", bonusPoints: 5, earned: 5 },
    { value: 3, rewardFactor: "1.5", bonusPoints: 10, earned: 14 },
    { value: 3, rewardFactor: "1.500000", bonusPoints: 0, earned: 4 },
    // In floating point the product is 28.999999999999996.
    { value: 100, rewardFactor: "0.29", bonusPoints: null, earned: 29 },
    { value: 150.75, rewardFactor: "1", bonusPoints: null, earned: 150 },
    { value: 150.99, rewardFactor: "1", bonusPoints: 10, earned: 160 },
    { value: 0.01, rewardFactor: "1", bonusPoints: null, earned: 0 },
    { value: 0.01, rewardFactor: "100", bonusPoints: null, earned: 1 },
    { value: 0.67, rewardFactor: "1.5", bonusPoints: null, earned: 1 },
    { value: 0.66, rewardFactor: "1.5", bonusPoints: null, earned: 0 },
    // In floating point the products are 114.99999999999999 and 56.99999999999999.
    { value: 1.15, rewardFactor: "100", bonusPoints: null, earned: 115 },
    { value: 0.57, rewardFactor: "100", bonusPoints: null, earned: 57 },
    { value: 999_999.99, rewardFactor: "1", bonusPoints: null, earned: 999_999 },
    { value: 1_000_000, rewardFactor: "9999.999999", bonusPoints: 1, earned: 9_999_999_999 + 1 },
  ])("of $value at $rewardFactor with bonus $bonusPoints are $earned", ({ earned, ...bill }) => {
    expect(pointsEarned(moneyOf(bill.value), bill)).toBe(earned);
  });

  test("are the exact product rounded down once, whatever the factor", () => {
    const property = fc.property(
      value,
      factor,
      fc.option(fc.nat(1_000)),
      (bill, rewardFactor, bonusPoints) => {
        const earned = timesDown(bill, rewardFactor) + (bonusPoints ?? 0);
        expect(pointsEarned(bill, { rewardFactor, bonusPoints })).toBe(earned);
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe("points that a bill needs", () => {
  test.each([
    { value: 7, factor: "1", needed: 7 },
    { value: 1, factor: "1.5", needed: 2 },
    { value: 2, factor: "1.5", needed: 3 },
    { value: 3, factor: "1.5", needed: 5 },
    { value: 1, factor: "0.1", needed: 1 },
    { value: 10, factor: "0.1", needed: 1 },
    { value: 11, factor: "0.1", needed: 2 },
    { value: 250, factor: "2", needed: 500 },
    { value: 3, factor: "0.333333", needed: 1 },
    { value: 4, factor: "0.333333", needed: 2 },
    { value: 1_000_000, factor: "0.333333", needed: 333_333 },
    { value: 3, factor: "1.1", needed: 4 },
    // In floating point the product is 110.00000000000001.
    { value: 100, factor: "1.1", needed: 110 },
    { value: 150.01, factor: "1", needed: 151 },
    { value: 150.75, factor: "1", needed: 151 },
    { value: 150.75, factor: "4", needed: 603 },
    { value: 0.01, factor: "1", needed: 1 },
    { value: 0.01, factor: "100", needed: 1 },
    { value: 0.01, factor: "100.000001", needed: 2 },
    // In floating point the product is 110.00000000000001.
    { value: 1.1, factor: "100", needed: 110 },
    { value: 1_000_000, factor: "0.000001", needed: 1 },
  ])("to pay $value at $factor are $needed", ({ value: bill, factor: rate, needed }) => {
    expect(pointsNeeded(moneyOf(bill), rate)).toBe(needed);
  });

  test("are the exact product rounded up once, whatever the factor", () => {
    const property = fc.property(value, factor, (bill, rate) => {
      expect(pointsNeeded(bill, rate)).toBe(timesUp(bill, rate));
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe("the money value of points", () => {
  test.each([
    { points: 7, factor: "1", worth: 7 },
    { points: 2, factor: "1.5", worth: 1.33 },
    { points: 3, factor: "1.5", worth: 2 },
    { points: 1, factor: "2", worth: 0.5 },
    { points: 1, factor: "10000", worth: 0 },
    { points: 1, factor: "0.1", worth: 10 },
    { points: 1, factor: "0.333333", worth: 3 },
    { points: 100, factor: "0.333333", worth: 300 },
    { points: 1_000, factor: "0.333333", worth: 3_000 },
    { points: 10_000, factor: "0.333333", worth: 30_000.03 },
    { points: 0, factor: "0.333333", worth: 0 },
    // In floating point the quotient is 99.99999999999999.
    { points: 7, factor: "0.07", worth: 100 },
  ])(
    "of $points at $factor is $worth, rounded down to hundredths",
    ({ points: held, factor: rate, worth }) => {
      expect(inUnits(valueOfPoints(held, rate))).toBe(worth);
    },
  );

  test.each([
    ["KWD", 1.333],
    ["JPY", 1],
  ])("of 2 at 1.5 is rounded down to the decimals of the currency: %s", (currency, worth) => {
    setProgrammeCurrency(currency);
    onTestFinished(() => setProgrammeCurrency("EGP"));
    expect(inUnits(valueOfPoints(2, "1.5"))).toBe(worth);
  });

  test("is exact for every possible balance and rate", () => {
    const balance = fc.integer({ min: 0, max: BALANCE_LIMIT_MAX });
    const rate = factor.filter((text) => Number(text) >= Number(REDEEM_FACTOR_MIN));
    const property = fc.property(balance, rate, (held, at) => {
      expect(valueOfPoints(held, at)).toBe(over(held, at));
      expect(Number.isSafeInteger(Number(over(held, at) / 100n))).toBe(true);
    });
    fc.assert(property, {
      numRuns: 1_000,
      examples: [
        [BALANCE_LIMIT_MAX, REDEEM_FACTOR_MIN],
        [BALANCE_LIMIT_MAX - 1, "0.001001"],
      ],
    });
  });

  test("never pays for more than the points it came from", () => {
    const property = fc.property(points, factor, (held, rate) => {
      expect(pointsNeeded(valueOfPoints(held, rate), rate)).toBeLessThanOrEqual(held);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe("points and a money value that are both sent", () => {
  test.each([
    { points: 10, value: 10, factor: "1", agrees: true },
    { points: 10, value: 11, factor: "1", agrees: false },
    { points: 10, value: 9, factor: "1", agrees: false },
    { points: 4, value: 3, factor: "1.5", agrees: true },
    { points: 5, value: 3, factor: "1.5", agrees: true },
    { points: 3, value: 3, factor: "1.5", agrees: false },
    { points: 6, value: 3, factor: "1.5", agrees: false },
    { points: 7, value: 3, factor: "2", agrees: true },
    { points: 7, value: 4, factor: "2", agrees: true },
    { points: 7, value: 5, factor: "2", agrees: false },
    { points: 8, value: 3, factor: "2", agrees: false },
    { points: 1, value: 19, factor: "0.1", agrees: true },
    { points: 1, value: 20, factor: "0.1", agrees: false },
    { points: 2, value: 11, factor: "0.1", agrees: true },
    { points: 2, value: 10, factor: "0.1", agrees: false },
    { points: 151, value: 150.75, factor: "1", agrees: true },
    { points: 150, value: 150.75, factor: "1", agrees: true },
    { points: 152, value: 150.75, factor: "1", agrees: false },
    { points: 149, value: 150.75, factor: "1", agrees: false },
    // 5 points are 3.333… in money.
    { points: 5, value: 3.33, factor: "1.5", agrees: true },
    { points: 5, value: 3.34, factor: "1.5", agrees: true },
    { points: 50, value: 3.33, factor: "15", agrees: true },
    { points: 500, value: 3.34, factor: "150", agrees: true },
    { points: 500, value: 3.35, factor: "150", agrees: false },
    // Whole money may be what a caller without decimals made of it.
    { points: 500, value: 3, factor: "150", agrees: true },
    { points: 500, value: 4, factor: "150", agrees: true },
    { points: 500, value: 3.5, factor: "150", agrees: false },
  ])(
    "$points and $value at $factor agree: $agrees",
    ({ points: sent, value: money, factor: rate, agrees }) => {
      expect(valueMatchesPoints(sent, moneyOf(money), rate)).toBe(agrees);
    },
  );

  test("agree exactly when they are less than one point, a hundredth, or of whole money a unit, apart", () => {
    const near = fc.tuple(value, factor, fc.integer({ min: -2, max: 2 }), fc.boolean());
    const property = fc.property(near, ([money, rate, apart, down]) => {
      const sent = Math.max(1, (down ? timesDown : timesUp)(money, rate) + apart);
      expect(valueMatchesPoints(sent, money, rate)).toBe(agree(sent, money, rate));
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe("what a wallet could pay towards a bill", () => {
  const usable = (balance: number, redeemThreshold: number, redeemFactor: string) =>
    usablePoints({ ...ABLE, balance, segment: { redeemThreshold, redeemFactor } });
  const ABLE = { statusId: 1, isOptedIn: true, redemptionEnabled: true, family: null } as const;

  test("is the whole balance once it reaches the threshold, and nothing below", () => {
    expect(usable(499, 500, "2")).toEqual({ points: 0, value: "0" });
    expect(usable(500, 500, "2")).toEqual({ points: 500, value: "250" });
    expect(usable(501, 500, "2")).toEqual({ points: 501, value: "250.5" });
  });

  test("is never more than the points are worth: two decimals, rounded down", () => {
    expect(usable(2, 0, "3").value).toBe("0.66");
    expect(usable(1, 0, "0.333333").value).toBe("3");
    expect(usable(1_000_000_000_000_000, 0, "0.333333").value).toBe("3000003000003000");
  });

  test.each([
    ["pending", { statusId: 2 }],
    ["suspended", { statusId: 3 }],
    ["blocked", { statusId: 4 }],
    ["closed", { statusId: 5 }],
    ["merged", { statusId: 6 }],
    ["not opted in", { isOptedIn: false }],
    ["not activated for redemption", { redemptionEnabled: false }],
  ] as const)("is nothing for a wallet that is %s: RedeemUser would refuse it", (_, standing) => {
    const segment = { redeemThreshold: 0, redeemFactor: "1" };
    expect(usablePoints({ ...ABLE, balance: 300, segment, ...standing })).toEqual({ points: 0, value: "0" });
  });

  test.each([
    ["own", 300],
    ["pooled", 0],
    ["card", 0],
  ] as const)(
    "of a child (%s) whose parent is suspended is %i: only shared points are the parent's",
    (role, points) => {
      const parent = { ...ABLE, id: 1, walletCode: "P", name: null, role: null, statusId: 3 } as const;
      const segment = { redeemThreshold: 0, redeemFactor: "1" };
      const family = { role, parent, children: [], allowance: null };
      expect(usablePoints({ ...ABLE, family, balance: 300, segment }).points).toBe(points);
    },
  );

  test.each([
    [0, 100],
    [30, 70],
    [100, 0],
    [140, 0],
  ] as const)("of a child with an allowance of 100 that has spent %i are %i", (spent, points) => {
    const parent = { ...ABLE, id: 1, walletCode: "P", name: null, role: null } as const;
    const segment = { redeemThreshold: 0, redeemFactor: "1" };
    const family = { role: "pooled", parent, children: [], allowance: { points: 100, spent } } as const;
    expect(usablePoints({ ...ABLE, family: { ...family, children: [] }, balance: 300, segment }).points).toBe(
      points,
    );
  });

  test("is nothing for a wallet that is empty or in debt", () => {
    expect(usable(0, 0, "1")).toEqual({ points: 0, value: "0" });
    expect(usable(-5, 0, "1")).toEqual({ points: 0, value: "0" });
  });
});

test("two factors are the same number however they are written", () => {
  expect(sameFactor("1.5", "1.500000")).toBe(true);
  expect(sameFactor("1", "01.0")).toBe(true);
  expect(sameFactor("0.333333", "0.333334")).toBe(false);
});

test("a wallet holds at most what the database allows, and its money value stays below 2^53", () => {
  expect(BALANCE_LIMIT_MAX).toBe(4_000_000_000_000);
  expect(BALANCE_LIMIT_MAX / Number(REDEEM_FACTOR_MIN)).toBeLessThan(Number.MAX_SAFE_INTEGER);
});
