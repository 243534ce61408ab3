import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOfRange } from "@/lib/areas/reports/range";

const DAY_MS = 24 * 60 * 60_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(isoDay(at));
  return days;
}
/** The days of whole months, from the first day of one to the last of another. */
function daysOfMonths({ first, last }: { first: string; last: string }): string[] {
  const month = last.slice(0, 7);
  const days = daysOf({ from: first, to: isoDay(Date.parse(last) + 31 * DAY_MS) });
  return days.filter((day) => day.slice(0, 7) <= month);
}

test("each day of a range is in one of its parts, once and in order, and nothing else is", () => {
  const day = fc.integer({ min: Date.parse("2023-12-01") / DAY_MS, max: Date.parse("2028-03-31") / DAY_MS });
  fc.assert(
    fc.property(day, fc.nat(1_000), (start, length) => {
      const range = { from: isoDay(start * DAY_MS), to: isoDay((start + length) * DAY_MS) };
      const { months, days } = partsOfRange(range);
      const all = [...days.flatMap(daysOf), ...(months === null ? [] : daysOfMonths(months))];
      expect(all.sort()).toEqual(daysOf(range));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["2026-01-01", "2026-12-31", { months: { first: "2026-01-01", last: "2026-12-01" }, days: [] }],
  ["2026-02-01", "2026-02-28", { months: { first: "2026-02-01", last: "2026-02-01" }, days: [] }],
  ["2028-02-01", "2028-02-28", { months: null, days: [{ from: "2028-02-01", to: "2028-02-28" }] }],
  [
    "2026-01-31",
    "2026-02-28",
    {
      months: { first: "2026-02-01", last: "2026-02-01" },
      days: [{ from: "2026-01-31", to: "2026-01-31" }],
    },
  ],
  ["2026-05-10", "2026-05-10", { months: null, days: [{ from: "2026-05-10", to: "2026-05-10" }] }],
])("%s to %s", (from, to, parts) => {
  expect(partsOfRange({ from, to })).toEqual(parts);
});
