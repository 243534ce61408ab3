import { expect, test } from "vitest";
import { returnsOf } from "@/components/promotions/returns";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";

const names = { nameEn: "", nameAr: "", ratePlan: null };
const STANDARD = { id: 1, ...names, rewardFactor: "1", redeemFactor: "20" };
const GOLD = { id: 2, ...names, rewardFactor: "1.5", redeemFactor: "20" };
const ruleOf = (changes: object) => ({
  ...{ ...ANY_BILL, points: null, merchantIds: [], branchIds: [], segmentIds: [] as number[], ratePlans: [] },
  ...{ weekdays: [], skuIds: [] as string[], channels: [], ...changes },
});

test("a promotion is told on the tier that gets most back, among those it is for", () => {
  expect(returnsOf(ruleOf({ multiplier: "3" }), [STANDARD, GOLD])).toMatchObject({
    segment: GOLD,
    rates: { rewardFactor: "4.5", redeemFactor: "20" },
    bill: 100,
  });
  expect(returnsOf(ruleOf({ multiplier: "3", segmentIds: [1] }), [STANDARD, GOLD])).toMatchObject({
    rates: { rewardFactor: "3" },
  });
});

test("the same points whatever the bill are told on the least bill that gets them", () => {
  expect(returnsOf(ruleOf({ points: 50, minHundredths: 20_050 }), [STANDARD])).toMatchObject({
    bonusPoints: 50,
    bill: 201,
  });
});

test("nothing is told of items, and nothing while no number is typed", () => {
  expect(returnsOf(ruleOf({ multiplier: "3", skuIds: ["1"] }), [STANDARD])).toBeNull();
  expect(returnsOf(ruleOf({}), [STANDARD])).toBeNull();
  expect(returnsOf(ruleOf({ multiplier: "3" }), [])).toBeNull();
});
