import { parseDate } from "@internationalized/date";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lanesOf, onDay, placeInRow } from "@/components/offers/calendar-lanes";
import { plusDays } from "@/lib/platform/time";

const stretch = (id: number, from: number, days: number) => ({
  lane: String(id),
  firstDay: plusDays("2026-11-01", from),
  lastDay: plusDays("2026-11-01", from + days),
});

test("no two offers of one day stand on one line", () => {
  const stretches = fc
    .array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 20 })
    .map((pairs) => pairs.map(([from, days], id) => stretch(id, from, days)));
  fc.assert(
    fc.property(stretches, fc.nat(60), (given, at) => {
      const lanes = lanesOf(given);
      const shown = onDay(given, plusDays("2026-11-01", at)).map(({ lane }) => lanes.get(lane));
      expect(new Set(shown).size).toBe(shown.length);
    }),
  );
});

test("a line that is free again is used again", () => {
  const lanes = lanesOf([stretch(1, 0, 2), stretch(2, 1, 9), stretch(3, 3, 1)]);
  expect([...lanes]).toEqual([
    ["1", 0],
    ["2", 1],
    ["3", 0],
  ]);
});

test("rows begin on the first day of the country's week", () => {
  const place = (day: string, country: string) => placeInRow(parseDate(day), country);
  // A Saturday and the Friday after.
  expect(place("2026-11-07", "EG")).toEqual({ isRowStart: true, isRowEnd: false, daysLeft: 7 });
  expect(place("2026-11-13", "EG")).toEqual({ isRowStart: false, isRowEnd: true, daysLeft: 1 });
  expect(place("2026-11-07", "AE")).toEqual({ isRowStart: false, isRowEnd: false, daysLeft: 2 });
  // Months end and begin within a row.
  expect(place("2026-11-30", "EG")).toEqual({ isRowStart: false, isRowEnd: true, daysLeft: 1 });
  expect(place("2026-12-01", "EG")).toEqual({ isRowStart: true, isRowEnd: false, daysLeft: 4 });
});
