import { expect, test } from "vitest";
import { firstDayOfWeek, weekdaysInOrder } from "@/components/ui/first-day";

test("a week begins on the country's day, whatever the language", () => {
  const days = ["EG", "SA", "AE", "TN"].map((country) => firstDayOfWeek(country));
  expect(days).toEqual(["sat", "sun", "mon", "mon"]);
});

test("weekdays are listed from that day on, chosen ones too", () => {
  expect(weekdaysInOrder(undefined, "EG")).toEqual([6, 7, 1, 2, 3, 4, 5]);
  expect(weekdaysInOrder([1, 5, 6, 7], "EG")).toEqual([6, 7, 1, 5]);
  expect(weekdaysInOrder([7, 6, 5], "AE")).toEqual([5, 6, 7]);
});
