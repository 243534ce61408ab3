import type { Bilingual } from "@/lib/platform/language";

/** 1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price, as of deals. */
export const DISCOUNT_TYPES = [1, 2, 3, 4, 5, 6] as const;

/** Occasions on which coupons are issued by themselves: `absence-60`, no visit for 60 days. */
export const OCCASION = /^(?:joining|birthday|absence-[1-9]\d{0,2})$/;
/** Those that the form offers. */
export const OCCASIONS = [
  ...["joining", "birthday"],
  ...["absence-30", "absence-60", "absence-90", "absence-180"],
] as const;

/** An occasion in words, as a second person and the list of issues read it. */
export function occasionInWords(occasion: string): Bilingual {
  if (occasion === "joining") return { en: "Automatic: on joining", ar: "تلقائي: عند الاشتراك" };
  if (occasion === "birthday") return { en: "Automatic: on the birthday", ar: "تلقائي: في عيد الميلاد" };
  const days = Number(occasion.split("-")[1]);
  const ar = days === 1 ? "يوم" : days === 2 ? "يومين" : `${days} ${days <= 10 ? "أيام" : "يومًا"}`;
  return {
    en: `Automatic: once after ${days === 1 ? "a day" : `${days} days`} without a visit`,
    ar: `تلقائي: مرة بعد ${ar} دون زيارة`,
  };
}

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
