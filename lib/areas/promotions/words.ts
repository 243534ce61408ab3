import type { Bilingual } from "@/lib/platform/language";

/** Items of one promotion, at most. */
export const ITEMS_MAX = 1_000;

/** The longest file of items, in bytes. */
export const ITEM_FILE_BYTES_MAX = 2 * 1024 * 1024;

/** Columns of a file of items; points only where each item has its own. */
export const ITEM_FILE_NAMES = {
  skuId: { en: "Item code", ar: "كود الصنف" },
  points: { en: "Points", ar: "النقاط" },
} as const satisfies Record<string, Bilingual>;
export type ItemFileColumn = keyof typeof ITEM_FILE_NAMES;
