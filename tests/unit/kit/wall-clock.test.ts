import { CalendarDateTime, parseDate } from "@internationalized/date";
import { describe, expect, test } from "vitest";
import { beginsDay } from "@/components/kit/last-moment";
import { endClockOf, endInstantOf, endOfDay, lastDayOf } from "@/components/kit/wall-clock";

const CAIRO = "Africa/Cairo";

describe("an end that is chosen as a day", () => {
  test.each([
    ["2026-11-30", "2026-11-30T22:00:00.000Z", "an ordinary day"],
    ["2026-04-23", "2026-04-23T22:00:00.000Z", "the midnight after it is skipped"],
    ["2026-10-29", "2026-10-29T22:00:00.000Z", "its last hour comes twice"],
    ["2030-10-31", "2030-10-31T22:00:00.000Z", "its last hour comes twice, at the end of a month"],
  ])("includes %s, to %s: %s", (day, end) => {
    const clock = new CalendarDateTime(...(day.split("-").map(Number) as [number, number, number]), 23, 59);
    expect(endInstantOf(clock, CAIRO)).toBe(end);
    expect(endOfDay(parseDate(day), CAIRO)).toBe(end);
    // The form, the list and the client's field name the same day.
    expect(endClockOf(end, CAIRO)?.toString()).toBe(`${day}T23:59:00`);
    expect(lastDayOf(end, CAIRO)?.toString()).toBe(day);
    expect(beginsDay(new Date(end), CAIRO)).toBe(true);
  });

  test("keeps its hour where it was given one", () => {
    const end = "2026-11-30T16:00:00.000Z";
    expect(endClockOf(end, CAIRO)?.toString()).toBe("2026-11-30T18:00:00");
    expect(endInstantOf(new CalendarDateTime(2026, 11, 30, 18, 0), CAIRO)).toBe(end);
    expect(lastDayOf(end, CAIRO)?.toString()).toBe("2026-11-30");
  });

  test("is empty while nothing is chosen", () => {
    expect(endClockOf(null, CAIRO)).toBeNull();
    expect(endClockOf("", CAIRO)).toBeNull();
    expect(lastDayOf(null, CAIRO)).toBeNull();
  });
});
