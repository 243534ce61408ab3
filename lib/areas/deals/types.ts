/** A text in both languages of the service. */
export type Bilingual = Readonly<Record<"en" | "ar", string>>;

/** A deal as callers see it, in both languages, so that one reading serves every caller. */
export interface DealView {
  id: number;
  title: Bilingual;
  offerNumber: string;
  merchant: { name: Bilingual };
  description: Bilingual;
  terms: Bilingual;
  discountType: number;
  discount: number;
  /** Absolute URL, or a path of this service that begins with "/"; "" when there is none. */
  image: string;
  startsAt: Date;
  endsAt: Date;
  expiresAt: Date;
  sortingNumber: number | null;
  /** Absolute URL, or a path of this service that begins with "/"; "" when there is none. */
  merchantImage: string;
  categoryId: number;
  /** The active branches only. */
  branches: readonly DealBranchView[];
}

export interface DealBranchView {
  id: number;
  name: Bilingual;
  address: Bilingual;
  /** Decimal degrees, or "" when unknown. */
  latitude: string;
  longitude: string;
}

/** A deal as people look through them in the portal: what callers see, and what the filters go by. */
export interface CatalogueDeal extends DealView {
  merchant: { id: number; name: Bilingual };
  category: DealCategory;
  /** As they were written, each once; none: for everybody. */
  ratePlans: readonly string[];
  /** Branches that the deal names, as far as they are active. */
  branches: readonly (DealBranchView & { phone: string | null })[];
  /** Active branches at which the deal holds: those that it names, and all of its merchant's where it names none (rules.md §10). */
  validAt: readonly number[];
}

export interface DealCategory {
  id: number;
  name: Bilingual;
  /** Name of a lucide icon. */
  icon: string;
  sortingNumber: number;
}
