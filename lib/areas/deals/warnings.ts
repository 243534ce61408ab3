import { holdTogether } from "@/lib/platform/any-of";
import type { Language } from "@/lib/platform/language";
import { type DealSchedule, dealState } from "@/lib/portal/acts/deal-states";
import { type DraftParts, lackingParts, type NeededPart } from "./words";

/** The texts of a deal that are written in each language. */
export const DEAL_TEXTS = ["title", "description", "terms"] as const;
export type DealText = (typeof DEAL_TEXTS)[number];

/** The words of a deal, in each language. */
export interface DealWords {
  titleEn: string;
  titleAr: string;
  descriptionEn: string;
  descriptionAr: string;
  termsEn: string;
  termsAr: string;
}

/** A deal as it is, or as it would be. */
export type DealToCheck = DealSchedule &
  DealWords &
  DraftParts & {
    /** Null while it is not saved. */
    id: number | null;
    merchantId: number;
    branchIds: readonly number[];
    /** None: for everybody. */
    ratePlans: readonly string[];
    hasImage: boolean;
    isCategoryActive: boolean;
  };

/** Another deal of the merchant, to compare with. */
export type OtherDeal = DealSchedule & {
  id: number;
  merchantId: number;
  categoryId: number | null;
  branchIds: readonly number[];
  ratePlans: readonly string[];
};

/**
 * Hints about a deal before customers see it. Only parts that a draft lacks, and an end that is past, keep it from being published; what
 * is wrong (an end before the start, an expiry before the end) is refused.
 */
export type DealWarning =
  /** Parts without which a draft cannot be published. */
  | { kind: "lacks"; parts: NeededPart[] }
  /** Others of the merchant that the same customers can get at the same branches, in the same category and time. */
  | { kind: "overlap"; dealIds: number[] }
  /** A draft whose end is past: it cannot be published as it is. */
  | { kind: "over" }
  | { kind: "no_image" }
  /** Arabic customers would read English: these texts have no Arabic. */
  | { kind: "no_arabic"; texts: DealText[] }
  /** The other way round: English customers would read nothing. */
  | { kind: "no_english"; texts: DealText[] }
  /** GetDeals would list no branch. */
  | { kind: "no_branches" }
  | { kind: "category_inactive" };

/** The warnings about a deal, the weightiest first. Pure. */
export function dealWarnings(deal: DealToCheck, others: readonly OtherDeal[], now: Date): DealWarning[] {
  const dealIds = others.filter((other) => isOverlap(deal, other, now)).map(({ id }) => id);
  const missing = untranslatedTexts(deal);
  const parts = lackingParts(deal);
  return [
    ...(parts.length > 0 ? [{ kind: "lacks", parts } as const] : []),
    ...(deal.state === "draft" && deal.endDate !== null && deal.endDate <= now
      ? [{ kind: "over" } as const]
      : []),
    ...(dealIds.length > 0 ? [{ kind: "overlap", dealIds } as const] : []),
    ...(deal.branchIds.length === 0 ? [{ kind: "no_branches" } as const] : []),
    ...(deal.hasImage ? [] : [{ kind: "no_image" } as const]),
    ...(missing.ar.length > 0 ? [{ kind: "no_arabic", texts: missing.ar } as const] : []),
    ...(missing.en.length > 0 ? [{ kind: "no_english", texts: missing.en } as const] : []),
    ...(deal.isCategoryActive ? [] : [{ kind: "category_inactive" } as const]),
  ];
}

/** Drafts promise nothing, and what is over cannot be in the way. */
function isOverlap(deal: DealToCheck, other: OtherDeal, now: Date): boolean {
  return (
    deal.startDate !== null &&
    deal.endDate !== null &&
    other.state !== "draft" &&
    other.id !== deal.id &&
    other.merchantId === deal.merchantId &&
    other.categoryId === deal.categoryId &&
    dealState(other, now) !== "ended" &&
    deal.startDate < other.endDate &&
    other.startDate < deal.endDate &&
    holdTogether(deal.branchIds, other.branchIds) &&
    isSamePublic(deal.ratePlans, other.ratePlans)
  );
}

function isSamePublic(ratePlans: readonly string[], others: readonly string[]): boolean {
  if (ratePlans.length === 0 || others.length === 0) return true;
  const known = new Set(others.map((plan) => plan.toLowerCase()));
  return ratePlans.some((plan) => known.has(plan.toLowerCase()));
}

/** The texts that a language lacks while the other has them. A title is always wanted. Pure. */
export function untranslatedTexts(words: DealWords): Record<Language, DealText[]> {
  const pairs: Record<DealText, readonly [en: string, ar: string]> = {
    title: [words.titleEn, words.titleAr],
    description: [words.descriptionEn, words.descriptionAr],
    terms: [words.termsEn, words.termsAr],
  };
  const isMissing = (text: string, other: string, name: DealText) =>
    text.trim() === "" && (name === "title" || other.trim() !== "");
  return {
    en: DEAL_TEXTS.filter((name) => name !== "title" && isMissing(pairs[name][0], pairs[name][1], name)),
    ar: DEAL_TEXTS.filter((name) => isMissing(pairs[name][1], pairs[name][0], name)),
  };
}
