import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { resolveTransactionDate } from "@/lib/points-api/reward";

const zone = "Africa/Cairo";
/** Five in the afternoon in Cairo, in winter time. */
const now = new Date("2026-11-21T15:00:00Z");

function resolve(text: string | null): string | null {
  try {
    return resolveTransactionDate(text, { now, zone })?.toISOString() ?? null;
  } catch (error) {
    if (isDomainError(error)) return `${error.code} ${JSON.stringify(error.params)}`;
    throw error;
  }
}

/** Refused with both times, by the programme's clocks. */
const refused = (advice: string, sent: string) =>
  `1002 ${JSON.stringify({ field: "TransactionDate", advice, sent, now: "2026-11-21 17:00" })}`;

describe("TransactionDate", () => {
  test.each([
    [null, null],
    ["2026-11-21", "2026-11-20T22:00:00.000Z"],
    ["2026-11-21T17:00:00", "2026-11-21T15:00:00.000Z"],
    ["2026-11-21T17:04:59", "2026-11-21T15:04:59.000Z"],
    ["2026-11-21T15:05:00Z", "2026-11-21T15:05:00.000Z"],
    ["2026-10-01T12:00:00", "2026-10-01T09:00:00.000Z"],
    ["2026-08-23T15:00:00Z", "2026-08-23T15:00:00.000Z"],
    // The day 90 days ago, from its first moment on: it was summer time then.
    ["2026-08-23", "2026-08-22T21:00:00.000Z"],
  ])("%s is %s", (text, expected) => {
    expect(resolve(text)).toBe(expected);
  });

  test.each([
    ["2026-11-22", "clock_ahead", "2026-11-22 00:00"],
    ["2026-11-21T15:05:01Z", "clock_ahead", "2026-11-21 17:05"],
    ["2026-11-21T17:05:01", "clock_ahead", "2026-11-21 17:05"],
    ["2027-11-21", "clock_ahead", "2027-11-21 00:00"],
    ["9999-12-31", "clock_ahead", "9999-12-31 00:00"],
    ["2026-08-22", "clock_behind", "2026-08-22 00:00"],
    ["2026-08-23T14:59:59Z", "clock_behind", "2026-08-23 17:59"],
    ["1970-01-01", "clock_behind", "1970-01-01 00:00"],
  ])("%s is out of the window, which the refusal says of the clock with both times", (text, advice, sent) => {
    expect(resolve(text)).toBe(refused(advice, sent));
  });

  test("of the year 0 is out of the window", () => {
    expect(resolve("0000-01-01")).toContain("clock_behind");
  });

  test("tomorrow's date is accepted only in the last five minutes of today", () => {
    const lateEvening = new Date("2026-11-21T21:56:00Z");
    expect(resolveTransactionDate("2026-11-22", { now: lateEvening, zone })).toEqual(
      new Date("2026-11-21T22:00:00Z"),
    );
  });

  test.each([
    [
      "2026-10-29T20:55:00Z",
      "2026-10-29T23:55:00",
      "2026-10-29T20:55:00Z",
      "the first time: the second is an hour ahead",
    ],
    ["2026-10-29T20:55:00Z", "2026-10-29T23:58:00", "2026-10-29T20:58:00Z", "by a till that is ahead"],
    ["2026-10-29T21:55:00Z", "2026-10-29T23:55:00", "2026-10-29T21:55:00Z", "the second time"],
    ["2026-10-29T21:30:00Z", "2026-10-29T23:55:00", "2026-10-29T20:55:00Z", "the first time, sent late"],
    [
      "2026-11-02T09:00:00Z",
      "2026-10-29T23:55:00",
      "2026-10-29T21:55:00Z",
      "days later: the latest that it can be",
    ],
    ["2030-10-31T20:55:00Z", "2030-10-31T23:55:00", "2030-10-31T20:55:00Z", "on the last day of a month"],
  ])("at %s a local %s that comes twice is %s: %s", (moment, text, expected) => {
    expect(resolveTransactionDate(text, { now: new Date(moment), zone })).toEqual(new Date(expected));
  });
});
