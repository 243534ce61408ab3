import { z } from "zod";
import { COUPON_REFERENCES } from "@/lib/ledger/rules/command-facts";
import { flag } from "./fields";
import { COUPON_FIELDS, couponAct } from "./use-coupon";

/** Request of CancelCoupon (rules.md §22). */
export const cancelCouponRequestSchema = z
  .object({
    ...COUPON_FIELDS,
    Void: flag({
      help: {
        en: "True: a coupon that was not used is to be void. Absent: the use of a coupon is taken back, and it can be used again.",
        ar: "true: يُلغى كوبون لم يُستخدم. إذا لم يُرسل: يُتراجع عن استخدام الكوبون ويعود صالحًا.",
      },
      inLog: "shown",
    }),
  })
  .meta({ id: "CancelCouponRequest" });

/** Takes the use of a coupon back, or declares one void (rules.md §22). */
export const cancelCoupon = couponAct(
  {
    name: "CancelCoupon",
    scope: "cancel",
    request: cancelCouponRequestSchema,
    standsAs: "cancel",
    refuses: [1412, 1416, 1420, 1421, 1501, 1702],
    moves: {
      references: COUPON_REFERENCES.cancellation,
      undo: "never",
      couponActs: ["reopened", "voided"],
      answers: "may_be_lost",
      trials: { 1421: false, 1501: false, 1702: false },
    },
    certification: null,
    sample: { after: ["GetCoupons", "IssueCoupon", "RedeemCoupon"], keeps: null },
    summary: { en: "Take back the use of a coupon", ar: "تتراجع عن استخدام كوبون" },
    description:
      "Takes the use of a coupon back, so that it can be used again: by the merchant that took it, until the end of the days on which Cancel works. With `Void` it declares one void that was not used and did not come with a transaction; what came with one ends when that is cancelled.",
  },
  ({ services }, actor, input, body) => services.cancelCoupon(actor, { ...input, ends: body.Void === true }),
);
