import { programmeWide } from "./programme-wide";

/** Name and logo of the programme, as its pages, displays and receipts show them. */
export interface Brand {
  nameEn: string;
  nameAr: string;
  logo: { hash: string; width: number; height: number } | null;
}

/** The name of a programme that nobody has named yet. */
export const UNNAMED = { nameEn: "Points programme", nameAr: "برنامج النقاط" } as const;

const held = programmeWide<Brand>("brand");

/** The programme's brand as this process read it last; null until it was read. */
export const programmeBrand = (): Brand | null => held.get() ?? null;

/** From now on this process shows this brand. */
export function setProgrammeBrand(read: Brand): void {
  held.set(read);
}

/** The programme's name in a language; null while it has none of its own. */
export function ownName(language: "en" | "ar"): string | null {
  const brand = programmeBrand();
  if (brand === null || (brand.nameEn === UNNAMED.nameEn && brand.nameAr === UNNAMED.nameAr)) return null;
  return language === "ar" ? brand.nameAr : brand.nameEn;
}
