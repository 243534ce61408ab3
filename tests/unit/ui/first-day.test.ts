import { expect, test } from "vitest";
import { firstDayOfWeek } from "@/components/ui/first-day";

test("a week begins on the country's day, whatever the language", () => {
  const days = ["EG", "SA", "AE", "TN"].map((country) => firstDayOfWeek(country));
  expect(days).toEqual(["sat", "sun", "mon", "mon"]);
});
