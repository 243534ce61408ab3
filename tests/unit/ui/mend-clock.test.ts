import { parseDateTime } from "@internationalized/date";
import { afterEach, beforeEach, expect, test } from "vitest";
import { instantOf } from "@/components/kit/wall-clock";
import { mendClock } from "@/components/shell/mend-clock";
import { zoneOffsets } from "@/lib/platform/time";

const Real = Intl.DateTimeFormat;
const known = (zone: string) =>
  `${zone} ${zoneOffsets(zone, new Date("2020-01-01T00:00:00Z"), new Date("2030-01-01T00:00:00Z"))}`;
const cairo = known("Africa/Cairo");

/** Tables of before 2023: Cairo has no summer time, like Tripoli. */
function useOldTables(): void {
  const old = (options?: Intl.DateTimeFormatOptions) =>
    options?.timeZone === "Africa/Cairo" ? { ...options, timeZone: "Africa/Tripoli" } : options;
  Intl.DateTimeFormat = new Proxy(Real, {
    construct: (Target, [locale, options]) => new Target(locale, old(options)),
    apply: (_target, _this, [locale, options]) => new Real(locale, old(options)),
  });
}

beforeEach(useOldTables);
afterEach(() => {
  Intl.DateTimeFormat = Real;
});

const TIME = { timeZone: "Africa/Cairo", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const shown = (instant: string) => new Intl.DateTimeFormat("en-GB", TIME).format(new Date(instant));

test.each([
  ["in July", "2026-07-01T10:00:00Z", "13:00"],
  ["in winter", "2026-01-01T10:00:00Z", "12:00"],
  ["in July before the law", "2022-07-01T10:00:00Z", "12:00"],
  ["a minute before the change", "2026-04-23T21:59:00Z", "23:59"],
  ["at the change", "2026-04-23T22:00:00Z", "01:00"],
])("an old device shows the server's time %s", (_when, instant, expected) => {
  mendClock(cairo);
  expect(shown(instant)).toBe(expected);
});

test("what is typed there is the instant that the server means", () => {
  mendClock(cairo);
  expect(instantOf(parseDateTime("2026-07-01T13:00"), "Africa/Cairo")).toBe("2026-07-01T10:00:00.000Z");
});

test("other zones, and a device that agrees with the server, are left alone", () => {
  mendClock("");
  mendClock(cairo);
  const paris = new Intl.DateTimeFormat("en-GB", { ...TIME, timeZone: "Europe/Paris" });
  expect(paris.format(new Date("2026-07-01T10:00:00Z"))).toBe("12:00");
  Intl.DateTimeFormat = Real;
  mendClock(cairo);
  expect(Intl.DateTimeFormat).toBe(Real);
});
