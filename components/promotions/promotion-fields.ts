import type { Promotion, PromotionFields } from "@/lib/areas/promotions/schemas";

/** What people wrote about a promotion, as it is sent again: saved, tried, or looked back on. */
export function fieldsOf(promotion: Promotion): PromotionFields {
  const { merchantId, nameEn, nameAr, startsAt, endsAt, rule, skus } = promotion;
  const { budgetPoints, walletMax, walletPeriod } = promotion;
  return {
    ...{ merchantId, nameEn, nameAr, startsAt, endsAt, rule, skus },
    ...{ budgetPoints, walletMax, walletPeriod },
  };
}

/** A rule can be tried and looked back on before it has a name. */
export function named(fields: PromotionFields): PromotionFields {
  return { ...fields, nameEn: fields.nameEn || "–", nameAr: fields.nameAr || "–" };
}
