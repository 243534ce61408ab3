import { expect, test } from "vitest";
import { BENEFITS, benefitOf, FIRST_GIFTS, TEMPLATES } from "@/components/promotions/templates";
import { ruleSchema } from "@/lib/areas/promotions/schemas";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";

test("every template fills in a rule that can be saved, of the kind of its benefit", () => {
  for (const template of Object.values(TEMPLATES)) {
    const rule = ruleSchema.parse({ ...ANY_BILL, points: null, ...template });
    expect(rule.kind).toBe(benefitOf(rule));
  }
});

test("a benefit is told by what a rule gives, whatever kind it was made as", () => {
  for (const benefit of BENEFITS) expect(benefitOf(FIRST_GIFTS[benefit])).toBe(benefit);
});
