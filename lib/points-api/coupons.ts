import { z } from "zod";
import {
  type Coupon,
  type CouponStanding,
  type CouponTemplate,
  standingOfCoupon,
} from "@/lib/ledger/with/coupons/words";
import { inLanguage } from "@/lib/platform/language";
import type { WireContext } from "./message";

const offerFields = {
  offerNumber: z.int().meta({ description: "Of the offer that it was issued for.", examples: [7001] }),
  title: z.string().meta({ description: "In the language of the answer.", examples: ["A free coffee"] }),
  terms: z.string(),
  discountType: z.int().meta({
    description:
      "1 percent, 2 fixed amount, 3 free item, 4 buy X get Y, 5 points multiplier, 6 special price.",
    examples: [3],
  }),
  discount: z.int().meta({ description: "0 for 3 and 4." }),
  worth: z
    .int()
    .nullable()
    .meta({
      description: "The most that it takes off a bill, in currency units; null where the offer does not say.",
      examples: [60],
    }),
  minBill: z
    .int()
    .nullable()
    .meta({
      description: "The least bill on which it can be used, in currency units; null: on any.",
      examples: [150],
    }),
};
const merchant = z.string().nullable().meta({
  description: "The merchant that takes it, in the language of the answer; null: every merchant does.",
});

/** `couponDetails`, and the elements of `coupons` of GetCoupons (rules.md §22). */
export const couponSchema = z
  .object({
    couponNumber: z.string().meta({
      description:
        "16 letters and digits, the last of which checks the others. Printed as a QR code or Code 128.",
      examples: ["7KQ2M4XB9TZ3HRWQ"],
    }),
    ...offerFields,
    state: z.string().meta({ description: "`issued`, `used`, `lapsed` or `void`.", examples: ["issued"] }),
    validUntil: z
      .string()
      .nullable()
      .meta({
        description: "The last day on which it can be used; null: it does not lapse.",
        examples: ["2026-12-21"],
      }),
    merchant,
  })
  .meta({ id: "CouponDetails" });
export type CouponBody = z.output<typeof couponSchema>;

/** A coupon sold for points, in GetCoupons. */
export const couponOfferSchema = z
  .object({
    ...offerFields,
    costPoints: z.int().meta({ description: "Points that IssueCoupon takes.", examples: [300] }),
    validUntil: z
      .string()
      .nullable()
      .meta({ description: "The last day on which it is issued; null: no such day." }),
    validDays: z
      .int()
      .nullable()
      .meta({ description: "Days for which a coupon is valid from its issue on." }),
    merchant,
  })
  .meta({ id: "CouponOffer" });
export type CouponOfferBody = z.output<typeof couponOfferSchema>;

type Offer = Pick<
  CouponTemplate,
  | "offerNumber"
  | "titleEn"
  | "titleAr"
  | "termsEn"
  | "termsAr"
  | "discountType"
  | "discount"
  | "worth"
  | "minBill"
  | "merchantNameEn"
  | "merchantNameAr"
>;

/** A coupon on the wire. `today`: the day on which it is looked at; absent: it is told as it was kept. */
export function serializeCoupon(
  coupon: Coupon,
  { language }: Pick<WireContext, "language">,
  today?: string,
): CouponBody {
  const { number, template, validUntil } = coupon;
  const state: CouponStanding = today === undefined ? coupon.state : standingOfCoupon(coupon, today);
  return {
    couponNumber: number,
    ...offerOf(template, language),
    state,
    validUntil,
    merchant: merchantOf(template, language),
  };
}

/** A coupon sold for points, on the wire. */
export function serializeOffer(
  template: CouponTemplate,
  { language }: Pick<WireContext, "language">,
): CouponOfferBody {
  const { costPoints, validUntil, validDays } = template;
  return {
    ...offerOf(template, language),
    ...{ costPoints: costPoints ?? 0, validUntil, validDays, merchant: merchantOf(template, language) },
  };
}

function offerOf(template: Offer, language: WireContext["language"]) {
  return {
    offerNumber: template.offerNumber,
    title: inLanguage({ en: template.titleEn, ar: template.titleAr }, language),
    terms: inLanguage({ en: template.termsEn, ar: template.termsAr }, language),
    discountType: template.discountType,
    discount: template.discount,
    worth: template.worth,
    minBill: template.minBill,
  };
}

function merchantOf(
  { merchantNameEn: en, merchantNameAr: ar }: Offer,
  language: WireContext["language"],
): string | null {
  return en === null || ar === null ? null : inLanguage({ en, ar }, language);
}
