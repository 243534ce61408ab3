import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import {
  formatLocalDate,
  formatLocalDateTime,
  formatOffsetDateTime,
  isDateOnly,
  parseZonedDateTime,
  startOfDayBefore,
} from "@/lib/platform/time";

const CAIRO = "Africa/Cairo";

describe("Cairo's daylight saving", () => {
  test.each([
    ["2026-04-23T21:59:59Z", "2026-04-23T23:59:59+02:00"],
    ["2026-04-23T22:00:00Z", "2026-04-24T01:00:00+03:00"],
    ["2026-04-24T12:00:00Z", "2026-04-24T15:00:00+03:00"],
    ["2026-10-29T20:59:59Z", "2026-10-29T23:59:59+03:00"],
    ["2026-10-29T21:00:00Z", "2026-10-29T23:00:00+02:00"],
    ["2026-10-30T12:00:00Z", "2026-10-30T14:00:00+02:00"],
    ["2026-11-21T10:34:56.999Z", "2026-11-21T12:34:56+02:00"],
  ])("%s is %s", (instant, expected) => {
    expect(formatOffsetDateTime(new Date(instant), CAIRO)).toBe(expected);
    expect(formatLocalDateTime(new Date(instant), CAIRO)).toBe(expected.slice(0, 19));
    expect(formatLocalDate(new Date(instant), CAIRO)).toBe(expected.slice(0, 10));
  });

  test("every quarter of an hour of a year is what the time zone data says, and reads back as itself", () => {
    const end = Date.parse("2027-01-01T00:00:00Z");
    for (let instant = Date.parse("2026-01-01T00:00:00Z"); instant < end; instant += 15 * 60_000) {
      const text = formatOffsetDateTime(new Date(instant), CAIRO);
      if (instant % (6 * 3_600_000) === 0 || /-(04|10)-(2[3-9]|3[01])T/.test(text)) {
        const expected = DateTime.fromMillis(instant, { zone: CAIRO }).toISO({ suppressMilliseconds: true });
        expect(text).toBe(expected);
      }
      expect(parseZonedDateTime(text, CAIRO).getTime()).toBe(instant);
    }
  });
});

describe("reading a date", () => {
  test.each([
    ["2026-11-21", "2026-11-20T22:00:00.000Z"],
    ["2026-07-01", "2026-06-30T21:00:00.000Z"],
    ["2026-11-21T12:34", "2026-11-21T10:34:00.000Z"],
    ["2026-11-21T12:34:56", "2026-11-21T10:34:56.000Z"],
    ["2026-11-21T12:34:56.1234567", "2026-11-21T10:34:56.123Z"],
    ["2026-11-21T12:34:56Z", "2026-11-21T12:34:56.000Z"],
    ["2026-11-21T12:34Z", "2026-11-21T12:34:00.000Z"],
    ["2026-11-21T12:34:56+05:30", "2026-11-21T07:04:56.000Z"],
    // Midnight is skipped on the day the clocks go forward; that day begins at one o'clock.
    ["2026-04-24", "2026-04-23T22:00:00.000Z"],
    ["2026-04-24T00:30:00", "2026-04-23T22:30:00.000Z"],
    // Shown twice on the day they go back.
    ["2026-10-29T23:30:00", "2026-10-29T21:30:00.000Z"],
    ["2026-10-30", "2026-10-29T22:00:00.000Z"],
  ])("%s is the instant %s", (text, expected) => {
    expect(parseZonedDateTime(text, CAIRO).toISOString()).toBe(expected);
  });

  test.each(["2026-02-31", "2026-02-29", "2026-04-31T10:00", "2026-02-31T10:00:00Z", "2026-13-01", "x"])(
    "%s, a day that no calendar has, is refused",
    (text) => {
      expect(() => parseZonedDateTime(text, CAIRO)).toThrow(RangeError);
    },
  );

  test("a leap day is read", () => {
    expect(parseZonedDateTime("2028-02-29", CAIRO).toISOString()).toBe("2028-02-28T22:00:00.000Z");
  });

  test("a date is told from a date-time", () => {
    expect(isDateOnly("2026-11-21")).toBe(true);
    expect(isDateOnly("2026-11-21T12:34")).toBe(false);
  });

  test.each([
    ["2026-11-21T10:00:00Z", 0, "2026-11-20T22:00:00.000Z"],
    ["2026-11-21T22:30:00Z", 0, "2026-11-21T22:00:00.000Z"],
    ["2026-11-21T10:00:00Z", 90, "2026-08-22T21:00:00.000Z"],
    ["2026-05-01T10:00:00Z", 7, "2026-04-23T22:00:00.000Z"],
  ])("the day of %s less %i days begins at %s", (instant, days, expected) => {
    expect(startOfDayBefore(new Date(instant), days, CAIRO).toISOString()).toBe(expected);
  });
});

describe("other zones", () => {
  test.each([
    ["America/St_Johns", "2026-01-15T12:00:00Z", "2026-01-15T08:30:00-03:30"],
    ["Asia/Kathmandu", "2026-01-15T12:00:00Z", "2026-01-15T17:45:00+05:45"],
    ["UTC", "2026-01-15T12:00:00Z", "2026-01-15T12:00:00+00:00"],
  ])("%s", (zone, instant, expected) => {
    expect(formatOffsetDateTime(new Date(instant), zone)).toBe(expected);
  });
});

describe("a day", () => {
  test.each([
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", "midnight comes twice"],
    ["America/Havana", "2026-11-02", "2026-11-02T05:00:00.000Z", "the day after"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", "midnight is skipped"],
    ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z", "midnight comes twice"],
    ["Africa/Cairo", "2030-10-31", "2030-10-30T21:00:00.000Z", "its last hour comes twice"],
    ["Africa/Cairo", "2030-11-01", "2030-10-31T22:00:00.000Z", "the hour before comes twice"],
  ])("in %s, %s, begins at its first moment, %s: %s", (zone, day, expected) => {
    expect(parseZonedDateTime(day, zone).toISOString()).toBe(expected);
    expect(formatLocalDate(new Date(expected), zone)).toBe(day);
    expect(formatLocalDate(new Date(Date.parse(expected) - 1), zone)).not.toBe(day);
  });
});
