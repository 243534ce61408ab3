import { z } from "zod";
import { readCouponNumber } from "@/lib/platform/coupon-number";
import { toLatinDigits } from "@/lib/platform/digits";
import { declared } from "./field-facts";
import { type FieldNotes, isText, optionalText, text } from "./fields";

/** As long as a coupon's number is with a blank or a hyphen beside each of its characters. */
const COUPON_NUMBER_LENGTH_MAX = 40;

/** A coupon's number; parsed to its 16 characters. A mistyped one stays as it is: no coupon has it (1420). */
export function couponNumber(notes: FieldNotes) {
  return text(COUPON_NUMBER_LENGTH_MAX, notes).transform(couponNumberOf);
}

export function optionalCouponNumber(notes: FieldNotes) {
  return optionalText(COUPON_NUMBER_LENGTH_MAX, notes).transform((value) =>
    value === null ? null : couponNumberOf(value),
  );
}

/** Coupons of one bill at most. */
const COUPONS_MAX = 10;

/** Numbers of coupons, each once; parsed to their 16 characters. */
export function optionalCouponNumbers(notes: Omit<FieldNotes, "example">) {
  return declared(
    z
      .array(
        z
          .string()
          .refine((value) => isText(value, COUPON_NUMBER_LENGTH_MAX))
          .meta({ minLength: 1, maxLength: COUPON_NUMBER_LENGTH_MAX })
          .transform(couponNumberOf),
      )
      .max(COUPONS_MAX)
      .refine((numbers) => new Set(numbers).size === numbers.length)
      .nullish()
      .meta({ description: notes.help.en })
      .transform((numbers) => (numbers && numbers.length > 0 ? numbers : null)),
    {
      ...notes,
      kind: "coupons",
      limit: { en: "up to 10 numbers, each once", ar: "حتى 10 أرقام، كل منها مرة واحدة" },
    },
  );
}

function couponNumberOf(value: string): string {
  return readCouponNumber(toLatinDigits(value)) ?? value;
}
