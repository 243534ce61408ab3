import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { businessDaysAfter, isSaleDate, lotDate, NEVER } from "@/lib/ledger/rules/calendar";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import { businessDaysAfter as countBusinessDays, dayOf, daysAfter, monthEnd } from "./model/arithmetic";

const CAIRO = "Africa/Cairo";
const FRIDAY_SATURDAY = [5, 6];

const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe("the local date", () => {
  test("the time zone data has Cairo's clock changes of 2026 where these tests take them to be", () => {
    const offsetAt = (instant: string) => DateTime.fromISO(instant, { zone: CAIRO }).offset / 60;
    expect(offsetAt("2026-04-23T21:59:59Z")).toBe(2);
    expect(offsetAt("2026-04-23T22:00:00Z")).toBe(3);
    expect(offsetAt("2026-10-29T20:59:59Z")).toBe(3);
    expect(offsetAt("2026-10-29T21:00:00Z")).toBe(2);
  });

  test.each([
    ["2026-04-22T21:59:59.999Z", "2026-04-22", "the last moment of the day before the last winter day"],
    ["2026-04-22T22:00:00.000Z", "2026-04-23", "midnight of the last winter day"],
    ["2026-04-23T21:59:59.999Z", "2026-04-23", "the last moment of winter time"],
    ["2026-04-23T22:00:00.000Z", "2026-04-24", "the first of summer time: midnight itself does not exist"],
    ["2026-04-24T20:59:59.999Z", "2026-04-24", "the last moment of a day of 23 hours"],
    ["2026-04-24T21:00:00.000Z", "2026-04-25", "midnight of the first whole summer day"],
    ["2026-10-28T20:59:59.999Z", "2026-10-28", "the last moment before the last summer day"],
    ["2026-10-28T21:00:00.000Z", "2026-10-29", "midnight of the last summer day"],
    ["2026-10-29T20:59:59.999Z", "2026-10-29", "the last moment of summer time"],
    ["2026-10-29T21:00:00.000Z", "2026-10-29", "an hour that comes twice belongs to the same day"],
    ["2026-10-29T21:59:59.999Z", "2026-10-29", "the last moment of a day of 25 hours"],
    ["2026-10-29T22:00:00.000Z", "2026-10-30", "midnight of the first winter day"],
  ])("at %s is %s in Cairo: %s", (instant, date) => {
    expect(formatLocalDate(new Date(instant), CAIRO)).toBe(date);
  });

  test("does not depend on what was asked before", () => {
    const instant = fc.date({
      min: new Date("2026-04-20T00:00:00Z"),
      max: new Date("2026-11-05T00:00:00Z"),
      noInvalidDate: true,
    });
    const zone = fc.constantFrom(CAIRO, "UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati");
    const property = fc.property(fc.array(fc.tuple(instant, zone), { minLength: 1 }), (asked) => {
      for (const [at, where] of asked) expect(formatLocalDate(at, where)).toBe(dayOf(at, where));
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("turns at midnight to the millisecond, also when asked just before", () => {
    expect(formatLocalDate(new Date("2026-01-14T21:59:59.999Z"), CAIRO)).toBe("2026-01-14");
    expect(formatLocalDate(new Date("2026-01-14T22:00:00.000Z"), CAIRO)).toBe("2026-01-15");
    expect(formatLocalDate(new Date("2026-01-14T22:00:00.000Z"), "UTC")).toBe("2026-01-14");
  });

  test("turns at midnight also where that is at a quarter past the hour elsewhere", () => {
    expect(formatLocalDate(new Date("2026-01-15T18:14:59.999Z"), "Asia/Kathmandu")).toBe("2026-01-15");
    expect(formatLocalDate(new Date("2026-01-15T18:15:00.000Z"), "Asia/Kathmandu")).toBe("2026-01-16");
  });

  test("of a zone that does not exist is an error, not a guess", () => {
    expect(() => formatLocalDate(new Date("2026-01-15T10:00:00Z"), "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("the last day of a lot", () => {
  test.each([
    ["2026-01-15", 24, "2028-01-31"],
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-01", 1, "2026-02-28"],
    ["2026-12-31", 1, "2027-01-31"],
    ["2026-02-28", 12, "2027-02-28"],
    ["2026-11-30", 3, "2027-02-28"],
  ])("for points of %s valid %i months is %s, the end of a month", (date, months, last) => {
    expect(lotDate(date, months)).toBe(last);
  });

  test("is never, for a validity of 0 months", () => {
    expect(lotDate("2026-01-15", 0)).toBe(NEVER);
  });

  test("is the end of the month that many months later, on any day", () => {
    const property = fc.property(day, fc.integer({ min: 1, max: 1_200 }), (date, months) => {
      expect(lotDate(date, months)).toBe(monthEnd(date, months));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test("days are counted by the calendar, across months, years and clock changes", () => {
  expect(plusDays("2026-04-23", 1)).toBe("2026-04-24");
  expect(plusDays("2026-10-29", 1)).toBe("2026-10-30");
  expect(plusDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(plusDays("2026-12-31", 90)).toBe("2027-03-31");
  expect(plusDays("2026-12-31", 0)).toBe("2026-12-31");
  const property = fc.property(day, fc.nat(3_650), (date, days) => {
    expect(plusDays(date, days)).toBe(daysAfter(date, days));
  });
  fc.assert(property, { numRuns: 500 });
});

describe("the end of a window of business days", () => {
  // 2026-01-15 is a Thursday.
  test.each([
    ["2026-01-12", 1, "2026-01-13", "Monday to Tuesday"],
    ["2026-01-14", 1, "2026-01-15", "Wednesday to Thursday"],
    ["2026-01-15", 1, "2026-01-18", "Thursday to Sunday, over the weekend"],
    ["2026-01-16", 1, "2026-01-18", "Friday to Sunday"],
    ["2026-01-17", 1, "2026-01-18", "Saturday to Sunday"],
    ["2026-01-18", 1, "2026-01-19", "Sunday to Monday"],
    ["2026-01-15", 0, "2026-01-15", "no days: the same day only"],
    ["2026-01-16", 0, "2026-01-16", "no days, on a weekend: the same day still"],
    ["2026-01-15", 5, "2026-01-22", "five days, one weekend"],
    ["2026-01-15", 6, "2026-01-25", "six days, two weekends"],
    ["2026-04-23", 1, "2026-04-26", "over the night that summer time begins"],
    ["2026-10-29", 1, "2026-11-01", "over the night that it ends"],
  ])("from %s, %i on, is %s: %s", (date, count, last) => {
    expect(businessDaysAfter(date, count, FRIDAY_SATURDAY)).toBe(last);
  });

  test("knows other weekends, and none", () => {
    expect(businessDaysAfter("2026-01-16", 1, [6, 7])).toBe("2026-01-19");
    expect(businessDaysAfter("2026-01-16", 1, [])).toBe("2026-01-17");
    expect(businessDaysAfter("2026-01-17", 1, [7])).toBe("2026-01-19");
  });

  test("ends also where no day is a business day", () => {
    expect(businessDaysAfter("2026-01-15", 2, [1, 2, 3, 4, 5, 6, 7])).toBe("2026-01-17");
  });

  test("agrees with counting day by day", () => {
    const weekend = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 });
    const property = fc.property(day, fc.nat(30), weekend, (date, count, days) => {
      expect(businessDaysAfter(date, count, days)).toBe(countBusinessDays(date, count, days));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("a sale", () => {
  const NOW = new Date("2026-01-15T10:00:00Z");

  test.each([
    ["2026-01-15T10:05:00.000Z", true],
    ["2026-01-15T10:05:00.001Z", false],
    ["2025-10-17T10:00:00.000Z", true],
    ["2025-10-17T09:59:59.999Z", false],
  ])("of %s can be of this moment: %s", (date, isPossible) => {
    expect(isSaleDate(new Date(date), NOW)).toBe(isPossible);
  });
});
