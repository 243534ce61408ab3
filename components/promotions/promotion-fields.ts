import { changedFields } from "@/components/kit/merge";
import type { Promotion, PromotionFields } from "@/lib/areas/promotions/schemas";

/** The written fields of a promotion, as they are sent again: saved, tried, or looked back on. */
export function fieldsOf(promotion: Promotion): PromotionFields {
  const { merchantId, nameEn, nameAr, startsAt, endsAt, rule, skus } = promotion;
  const { budgetPoints, walletMax, walletPeriod, walletPoints } = promotion;
  return {
    ...{ merchantId, nameEn, nameAr, startsAt, endsAt, rule, skus },
    ...{ budgetPoints, walletMax, walletPeriod, walletPoints },
  };
}

/** Whether an answer is to what the form asks now: an answer to other fields is not shown beside them. */
export function isSameRequest(asked: object | undefined, now: object | null): boolean {
  return asked !== undefined && now !== null && changedFields(asked, now).length === 0;
}

/** Whether a gift hangs on the items of a bill, of which past bills name one. */
export function isByItems({ rule, skus }: Pick<PromotionFields, "rule" | "skus">): boolean {
  return skus.length > 0 || rule.skuIds.length > 0;
}

/** A rule can be tried and looked back on before it has a name. */
export function named(fields: PromotionFields): PromotionFields {
  return { ...fields, nameEn: fields.nameEn || "–", nameAr: fields.nameAr || "–" };
}

/** Rules of before say by their kind what a field says now. */
export function isFirstPurchase({ kind, firstPurchase }: PromotionFields["rule"]): boolean {
  return firstPurchase || kind === "first_purchase";
}

export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return changedFields({ value: one }, { value: other }).length === 0;
}
