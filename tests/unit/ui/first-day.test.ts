import { expect, test } from "vitest";
import { firstDayOfWeek } from "@/components/ui/first-day";

test("a week begins on the country's day, whatever the language", () => {
  const days = ["EG", "SA", "AE", "GB", "US"].map((country) => firstDayOfWeek(country));
  expect(days).toEqual(["sat", "sun", "sat", "mon", "sun"]);
});
