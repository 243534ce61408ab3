import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutAxis, fifthOf } from "@/components/reports/cut-axis";
import { rangeOfSlot, slotsOf } from "@/components/reports/day-ranges";
import { cohortRows } from "@/components/reports/details-cards";
import { daysComparedWith } from "@/lib/areas/reports/range";

describe("an axis", () => {
  test("is cut below a day far beyond the rest, so that the rest is still told apart", () => {
    const days = [900, 1_000, 1_100, 950, 1_050, 1_000, 980, 1_020, 1_010, 4_048_944];
    const { max, isCut } = cutAxis(days);
    expect(isCut).toBe(true);
    expect(max).toBeGreaterThanOrEqual(1_100);
    expect(max).toBeLessThanOrEqual(1_500);
  });

  test.each([
    ["values that grow steadily", [100, 200, 300, 400, 500, 600]],
    ["two or three values, none of which is the rule", [1, 1_000, 1]],
    ["nothing", [0, 0, 0, 0, 0]],
    ["no values", []],
    ["a largest that is three times as much as usual", [10, 10, 10, 10, 30]],
    ["a largest that is not twice as much as the next", [...Array<number>(18).fill(10), 38, 42]],
  ])("of %s is whole", (_, values) => {
    expect(cutAxis(values)).toEqual({ max: Math.max(0, ...values), isCut: false });
  });

  test("never cuts more than a tenth of the values, and none that is at most four times what nine of ten stay below", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 400 }), (values) => {
        const { max, isCut } = cutAxis(values);
        const some = values.filter((value) => value > 0);
        const beyond = some.filter((value) => value > max);
        expect(beyond.length > 0).toBe(isCut);
        expect(beyond.length).toBeLessThanOrEqual(Math.ceil(some.length / 10));
      }),
    );
  });

  test("of shares is cut as that of points is", () => {
    expect(cutAxis([0.2, 0.25, 0.3, 0.2, 0.22, 40])).toEqual({ max: 0.4, isCut: true });
  });
});

test("shades go by fifths, so that one hour far beyond the rest leaves them apart", () => {
  const hours = [0, 1, 2, 3, 4, 9_000];
  expect(hours.map((value) => fifthOf(value, hours))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(fifthOf(7, [7, 7, 7])).toBe(1);
});

describe("the places of a picture", () => {
  test("are all days of a range, or all its months, whether anything happened or not", () => {
    expect(slotsOf({ from: "2026-02-27", to: "2026-03-02" }, "day")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
    expect(slotsOf({ from: "2025-12-31", to: "2026-02-01" }, "month")).toEqual([
      "2025-12-01",
      "2026-01-01",
      "2026-02-01",
    ]);
  });

  test("stand for no more of a month than is in the range", () => {
    const range = { from: "2026-01-15", to: "2026-03-10" };
    expect(slotsOf(range, "month").map((slot) => rangeOfSlot(slot, range, "month"))).toEqual([
      { from: "2026-01-15", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-10" },
    ]);
    expect(rangeOfSlot("2026-02-03", range, "day")).toEqual({ from: "2026-02-03", to: "2026-02-03" });
  });
});

describe("a range is compared with", () => {
  const range = { from: "2028-02-01", to: "2028-02-29" };
  const own = { from: "2026-05-01", to: "2026-05-03" };

  test.each([
    ["previous", { from: "2028-01-03", to: "2028-01-31" }],
    ["lastYear", { from: "2027-02-01", to: "2027-02-28" }],
    ["own", own],
    ["none", null],
  ] as const)("%s", (comparison, expected) => {
    expect(daysComparedWith(range, comparison, own)).toEqual(expected);
  });
});

test("customers of a month are told by what part of them came back in each later one, also in those in which nobody did", () => {
  const cohorts = [
    { firstMonth: "2026-02-01", month: "2026-02-01", wallets: 3 },
    { firstMonth: "2026-01-01", month: "2026-01-01", wallets: 4 },
    { firstMonth: "2026-01-01", month: "2026-03-01", wallets: 1 },
  ];
  expect(cohortRows(cohorts, "2026-03-15")).toEqual([
    {
      firstMonth: "2026-01-01",
      customers: 4,
      months: [
        { month: "2026-01-01", wallets: 4, share: 1 },
        { month: "2026-02-01", wallets: 0, share: 0 },
        { month: "2026-03-01", wallets: 1, share: 0.25 },
      ],
    },
    {
      firstMonth: "2026-02-01",
      customers: 3,
      months: [
        { month: "2026-02-01", wallets: 3, share: 1 },
        { month: "2026-03-01", wallets: 0, share: 0 },
      ],
    },
  ]);
});
