import { expect, test } from "vitest";
import { RETURN_PRESET_PERCENT, returnPercent } from "@/lib/areas/programme/words";

test.each([
  ["1", "20", RETURN_PRESET_PERCENT],
  ["1", "1", 100],
  ["1.5", "2", 75],
  ["0.2", "1", 20],
  ["1", "3", 33.33],
  ["1", "0", null],
  ["", "", null],
  ["x", "1", null],
])("customers get back at %s earned and %s to pay: %s per cent", (rewardFactor, redeemFactor, percent) => {
  expect(returnPercent({ rewardFactor, redeemFactor })).toBe(percent);
});
