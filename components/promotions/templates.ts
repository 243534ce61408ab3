import type { PromotionFields } from "@/lib/areas/promotions/schemas";

type Rule = PromotionFields["rule"];

/** A rule's benefit, as it is chosen: it is kept as the rule's kind. */
export const BENEFITS = ["multiplier", "bonus", "skus"] as const;
export type Benefit = (typeof BENEFITS)[number];

/** The benefit that a rule gives, also one of a kind of before. Pure. */
export function benefitOf({ multiplier, points }: Pick<Rule, "multiplier" | "points">): Benefit {
  if (multiplier !== null) return "multiplier";
  return points === null ? "skus" : "bonus";
}

/** The first gift of a benefit. */
export const FIRST_GIFTS: Readonly<Record<Benefit, Pick<Rule, "kind" | "multiplier" | "points">>> = {
  multiplier: { kind: "multiplier", multiplier: "2", points: null },
  bonus: { kind: "bonus", multiplier: null, points: 50 },
  skus: { kind: "skus", multiplier: null, points: null },
};

/** Beginnings of a new promotion: each fills in some of the form's fields. */
export const TEMPLATES: Readonly<
  Record<"threshold" | "first_purchase" | "birthday_month" | "happy_hour", Partial<Rule>>
> = {
  threshold: { ...FIRST_GIFTS.bonus, minHundredths: 200_00 },
  first_purchase: { ...FIRST_GIFTS.bonus, firstPurchase: true },
  birthday_month: { ...FIRST_GIFTS.multiplier, birthdayMonth: true },
  happy_hour: { ...FIRST_GIFTS.multiplier, hours: { from: 16 * 60, to: 18 * 60 } },
};
export type TemplateName = keyof typeof TEMPLATES;
