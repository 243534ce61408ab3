import type { Bilingual } from "@/lib/platform/language";

/** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price, as of deals. */
export const DISCOUNT_TYPES = [1, 2, 3, 4, 5, 6] as const;

/** Lines of a file travel in parts of so many. */
export const ISSUE_LINES_MAX = 5_000;

/** The most coupons of one file, and the most without a wallet. */
export const ISSUE_MAX = 1_000_000;

/** The longest file of customers who are to have coupons, in bytes. */
export const COUPON_FILE_BYTES_MAX = 12 * 1024 * 1024;

/** Columns that name a file's customers; the first that is filled counts. */
export const COUPON_FILE_NAMES = {
  walletCode: { en: "Wallet code", ar: "كود العميل" },
  mobile: { en: "Mobile number", ar: "رقم الموبايل" },
} as const satisfies Record<string, Bilingual>;
export type CouponFileColumn = keyof typeof COUPON_FILE_NAMES;
