import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { stretchOfDay } from "@/lib/platform/day-stretch";

const CAIRO = "Africa/Cairo";
const HOUR = 3_600_000;

/** The stretch as text, where the day has begun. */
function stretch(day: string | undefined, now: string) {
  const found = stretchOfDay({ day, now: new Date(now) }, CAIRO);
  if (found === null) return null;
  const { from, until, before } = found;
  return {
    day: found.day,
    isToday: found.isToday,
    times: [from, until, before.from, before.until].map((instant) => instant.toISOString()),
  };
}

describe("a day in Cairo", () => {
  test("is midnight to midnight there, and is compared with the whole day before once it is over", () => {
    expect(stretch("2026-11-20", "2026-11-21T10:00:00Z")).toEqual({
      day: "2026-11-20",
      isToday: false,
      times: [
        "2026-11-19T22:00:00.000Z",
        "2026-11-20T22:00:00.000Z",
        "2026-11-18T22:00:00.000Z",
        "2026-11-19T22:00:00.000Z",
      ],
    });
  });

  test("is today until midnight there, and is compared up to the same time of day", () => {
    expect(stretch(undefined, "2026-11-21T21:59:59.999Z")).toMatchObject({
      day: "2026-11-21",
      isToday: true,
    });
    expect(stretch(undefined, "2026-11-21T22:00:00Z")).toEqual({
      day: "2026-11-22",
      isToday: true,
      times: [
        "2026-11-21T22:00:00.000Z",
        "2026-11-22T22:00:00.000Z",
        "2026-11-20T22:00:00.000Z",
        "2026-11-20T22:00:00.000Z",
      ],
    });
  });

  test("is the last of October 2030 through both its last hours, which are 25 with the others", () => {
    for (const now of ["2030-10-31T20:30:00Z", "2030-10-31T21:30:00Z"])
      expect(stretch(undefined, now)).toEqual({
        day: "2030-10-31",
        isToday: true,
        times: [
          "2030-10-30T21:00:00.000Z",
          "2030-10-31T22:00:00.000Z",
          "2030-10-29T21:00:00.000Z",
          "2030-10-30T20:30:00.000Z",
        ],
      });
    expect(stretch(undefined, "2030-11-01T21:30:00Z")?.times.slice(2)).toEqual([
      "2030-10-30T21:00:00.000Z",
      "2030-10-31T21:30:00.000Z",
    ]);
  });

  test("has 23 hours, beginning at one o'clock, when the clocks go forward", () => {
    const [from = "", until = ""] = stretch("2026-04-24", "2026-11-21T10:00:00Z")?.times ?? [];
    expect([from, until]).toEqual(["2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"]);
    // Ten o'clock on that day is two hours nearer to midnight's twin than on any other, but ten o'clock the day before.
    expect(stretch(undefined, "2026-04-24T07:00:00Z")?.times[3]).toBe("2026-04-23T08:00:00.000Z");
    // Half past midnight, which the clocks skipped, is looked for the day after.
    expect(stretch(undefined, "2026-04-24T21:30:00Z")?.times.slice(2)).toEqual([
      "2026-04-23T22:00:00.000Z",
      "2026-04-23T22:30:00.000Z",
    ]);
  });

  test("has 25 hours when they go back, and both of its last hours belong to it", () => {
    const [from = "", until = ""] = stretch("2026-10-29", "2026-11-21T10:00:00Z")?.times ?? [];
    expect([from, until]).toEqual(["2026-10-28T21:00:00.000Z", "2026-10-29T22:00:00.000Z"]);
    expect(Date.parse(until) - Date.parse(from)).toBe(25 * HOUR);
    expect(stretch(undefined, "2026-10-29T21:30:00Z")?.day).toBe("2026-10-29");
    expect(stretch(undefined, "2026-10-30T10:00:00Z")?.times[3]).toBe("2026-10-29T09:00:00.000Z");
  });

  test("that has not begun is none, nor is one before there was a programme", () => {
    expect(stretch("2026-11-22", "2026-11-21T21:59:59Z")).toBeNull();
    expect(stretch("2026-11-22", "2026-11-21T22:00:00Z")).not.toBeNull();
    expect(stretch("1999-12-31", "2026-11-21T10:00:00Z")).toBeNull();
    expect(stretch("0000-01-01", "2026-11-21T10:00:00Z")).toBeNull();
  });
});

test.each([CAIRO, "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "UTC"])(
  "in %s each instant belongs to exactly the day that the calendar there shows, and days leave no gap",
  (zone) => {
    const instant = fc.date({
      min: new Date("2012-01-01T00:00:00Z"),
      max: new Date("2035-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (now) => {
        const found = stretchOfDay({ now }, zone);
        if (found === null) throw new Error("Today has begun.");
        const local = DateTime.fromJSDate(now, { zone });
        expect(found.day).toBe(local.toISODate());
        expect(found.from <= now && now < found.until).toBe(true);
        expect(found.from.getTime()).toBe(local.startOf("day").toMillis());
        expect(found.until.getTime()).toBe(local.startOf("day").plus({ days: 1 }).startOf("day").toMillis());
        expect(found.before.from <= found.before.until && found.before.until <= found.from).toBe(true);
      }),
      { numRuns: 300 },
    );
  },
);
