import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { setProgrammeCurrency } from "@/lib/platform/currency";
import {
  columnsOf,
  inUnits,
  isWhole,
  leastUnits,
  type Money,
  moneyOf,
  moneyText,
  ofColumns,
  readMoney,
  roundedUnits,
  sumOfUnits,
} from "@/lib/platform/money";

/** Up to 2^46 units: as far as a number of them shows every hundredth. */
const money = fc.bigInt({ min: 0n, max: 2n ** 46n * 100n });

describe("a number of currency units", () => {
  test.each<[number, Money]>([
    [0, 0n],
    [0.01, 1n],
    [0.1, 10n],
    [150, 150_00n],
    [150.5, 150_50n],
    [150.75, 150_75n],
    // What it comes to in floating point: 28.999999999999996, 114.99999999999999 and 1998.9999999999998.
    [0.29, 29n],
    [1.15, 1_15n],
    [19.99, 19_99n],
    [1_000_000, 1_000_000_00n],
    [4_000_000_000_000_000, 400_000_000_000_000_000n],
  ])("%s is read exactly", (units, expected) => {
    expect(readMoney(units)).toBe(expected);
  });

  test.each([-1, -0.01, 0.001, 150.755, 1e-7, 1e21, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY])(
    "%s is no amount of money",
    (units) => {
      expect(readMoney(units)).toBeNull();
      expect(() => moneyOf(units)).toThrow(RangeError);
    },
  );

  test("comes back as the number it was, with the digits of its text", () => {
    const property = fc.property(money, (amount) => {
      const units = inUnits(amount);
      expect(moneyOf(units)).toBe(amount);
      expect(JSON.stringify(units)).toBe(moneyText(amount));
    });
    fc.assert(property, { numRuns: 1_000, examples: [[0n], [1n], [10n], [100n], [15_075n]] });
  });
});

describe("in a currency with", () => {
  afterEach(() => setProgrammeCurrency("EGP"));

  test.each([
    ["KWD", 1.005, 1_005n, "1.005", { units: 1n, hundredths: 1005 }, 0.001],
    ["KWD", 150.75, 150_750n, "150.75", { units: 150n, hundredths: 75 }, 0.001],
    ["JPY", 150, 150_00n, "150", { units: 150n, hundredths: 0 }, 1],
  ])("%s, %d is exact, and one decimal more is none", (currency, units, amount, text, columns, least) => {
    setProgrammeCurrency(currency);
    expect(moneyOf(units)).toBe(amount);
    expect(moneyText(amount)).toBe(text);
    expect(columnsOf(amount)).toEqual(columns);
    expect(readMoney(units + least / 2)).toBeNull();
    expect(leastUnits()).toBe(least);
  });
});

test("rounds half up to whole units", () => {
  const rounded = [0n, 49n, 50n, 149n, 150n, 150_49n, 150_50n, 150_75n].map(roundedUnits);
  expect(rounded).toEqual([0, 0, 1, 1, 2, 150, 151, 151]);
});

test("is whole without hundredths only", () => {
  expect([0n, 1n, 99n, 100n, 150_75n, 151_00n].map(isWhole)).toEqual([true, false, false, true, false, true]);
});

test("is kept in two columns, the second below a unit, and read back from them or from their sums", () => {
  const property = fc.property(money, money, (one, other) => {
    const [first, second] = [columnsOf(one), columnsOf(other)];
    expect(first.hundredths).toBeGreaterThanOrEqual(0);
    expect(first.hundredths).toBeLessThan(100);
    const units = Number(first.units + second.units);
    expect(ofColumns({ units, hundredths: first.hundredths + second.hundredths })).toBe(one + other);
  });
  fc.assert(property, { numRuns: 500 });
});

test("amounts in units add up without the error of floating point", () => {
  expect(sumOfUnits([0.1, 0.2])).toBe(0.3);
  expect(sumOfUnits(Array.from({ length: 1_000 }, () => 0.07))).toBe(70);
  expect(sumOfUnits([])).toBe(0);
});
