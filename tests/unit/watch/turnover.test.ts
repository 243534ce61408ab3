import { expect, test } from "vitest";
import { limitsForTurnover, type TurnoverRules } from "@/lib/areas/clients/words";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";

const RULES: TurnoverRules = { pointsPerUnit: 1.5, limits: DEFAULT_LIMITS, ...DEFAULT_DAY_LIMITS };

test("a chain's limits of a day follow from its turnover, count alone beyond the programme's, and keep the others", () => {
  expect(limitsForTurnover(900_000, RULES)).toEqual({
    ...DEFAULT_LIMITS,
    hasOwnLimits: true,
    personRewardPointsMax: 4_100_000,
    personReversedValueMax: 100_000,
    isBeyondMerchant: false,
  });
  expect(limitsForTurnover(2_000_000, RULES)).toMatchObject({
    personRewardPointsMax: 9_000_000,
    personReversedValueMax: 200_000,
    isBeyondMerchant: true,
  });
});

test("a shop's limit is tighter than the programme's, and those of the programme go on counting", () => {
  expect(limitsForTurnover(8_000, RULES)).toEqual({
    hasOwnLimits: false,
    personRewardPointsMax: 36_000,
    isBeyondMerchant: false,
  });
});
