import { expect, test } from "vitest";
import { skuIdsOf, skusOf } from "@/components/promotions/item-lines";
import { isSameRequest } from "@/components/promotions/promotion-fields";

test("what a look-back or a trial answered stands beside the fields that were asked about, and beside no others", () => {
  const asked = { rule: { multiplier: "2" }, skus: [], budgetPoints: 100 };
  expect(isSameRequest(undefined, asked)).toBe(false);
  expect(isSameRequest(asked, null)).toBe(false);
  expect(isSameRequest(asked, structuredClone(asked))).toBe(true);
  expect(isSameRequest(asked, { ...asked, rule: { multiplier: "3" } })).toBe(false);
  expect(isSameRequest(asked, { ...asked, budgetPoints: null })).toBe(false);
});

test("items are read as they are written", () => {
  expect(skuIdsOf(" COFFEE, TEA،; ")).toEqual(["COFFEE", "TEA"]);
  expect(skusOf("COFFEE 5\n\nTEA: 3")).toEqual([
    { skuId: "COFFEE", points: 5 },
    { skuId: "TEA", points: 3 },
  ]);
});
