/** Parts of a deal that a draft may lack, in the order of the form. Nothing is published without them. */
export const NEEDED_PARTS = [
  "titleEn",
  "categoryId",
  "discount",
  "startDate",
  "endDate",
  "expiryDate",
] as const;
export type NeededPart = (typeof NEEDED_PARTS)[number];

/** Parts of a deal as they are or would be: null or "" until they are written. */
export type DraftParts = Readonly<Record<NeededPart, unknown>>;

/** Parts that a deal lacks to be published. Pure. */
export function lackingParts(parts: DraftParts): NeededPart[] {
  return NEEDED_PARTS.filter((part) => parts[part] === null || parts[part] === "");
}
