import { expect, test } from "vitest";
import { doubtOf } from "@/components/kit/map/doubtful-place";

test.each([
  ["Cairo", 30.044, 31.236, null],
  ["the corniche of Alexandria", 31.21, 29.885, null],
  ["Tanta, a town that the outline does not name", 30.788, 31.001, null],
  ["Sharm El Sheikh", 27.9158, 34.33, null],
  ["the sea before Damietta", 32.2, 32.2, "sea"],
  ["the Red Sea", 25.5, 36.2, "sea"],
  ["the Great Sand Sea", 27.2, 26.3, "desert"],
  ["Riyadh, beyond the outline", 24.71, 46.68, null],
] as const)("%s is doubted as it should be", (_, latitude, longitude, doubt) => {
  expect(doubtOf({ latitude, longitude })).toBe(doubt);
});
