export const DEAL_TEXT_LENGTH_MAX = 100;

/** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price. */
export const DISCOUNT_TYPES = [1, 2, 3, 4, 5, 6] as const;

export const TITLE_LENGTH_MAX = 120;

export const DESCRIPTION_LENGTH_MAX = 2_000;

export const TERMS_LENGTH_MAX = 4_000;

export const RATE_PLAN_LENGTH_MAX = 64;

export const AMOUNT_MAX = 1_000_000;

export const TIMES_MAX = 100;

/** The longest file that is looked at as a picture. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;

/** The widths in pixels that an image can be asked for: a logo's, and those of a deal's picture from a row to a page. */
export const IMAGE_WIDTHS = [96, 320, 640, 960] as const;

/** The least and the most that a discount of this type can be. */
export function discountRange(discountType: (typeof DISCOUNT_TYPES)[number]): readonly [number, number] {
  switch (discountType) {
    case 1:
      return [1, 100];
    case 2:
    case 6:
      return [1, AMOUNT_MAX];
    case 3:
    case 4:
      return [0, 0];
    case 5:
      return [2, TIMES_MAX];
  }
}

/** Days before its end that a deal is told about. */
export const ENDING_DAYS = 7;

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

/** Orders of the desk's list besides GetDeals' own: first to end first, or newest first. */
export const DEAL_ORDERS = ["ends", "newest"] as const;
