import { expect, test } from "vitest";
import { beginsDay } from "@/components/kit/last-moment";

test.each([
  ["2026-11-02T22:00:00Z", true],
  ["2026-11-02T22:01:00Z", false],
  ["2026-11-02T21:59:00Z", false],
  // In Cairo the 30th of April 2027 has no midnight: clocks go from 23:59 to 1:00.
  ["2027-04-29T22:00:00Z", true],
  ["2027-04-29T21:00:00Z", false],
  ["2027-04-29T23:00:00Z", false],
])("a day begins in Cairo at %s: %s", (moment, begins) => {
  expect(beginsDay(new Date(moment), "Africa/Cairo")).toBe(begins);
});
