import { z } from "zod";
import { COUPON_REFERENCES } from "@/lib/ledger/rules/command-facts";
import { moneyOf } from "@/lib/platform/money";
import { optionalMoneyValue } from "./fields";
import { COUPON_FIELDS, couponAct } from "./use-coupon";

/** Request of RedeemCoupon (rules.md §22). */
export const redeemCouponRequestSchema = z
  .object({
    ...COUPON_FIELDS,
    PointsValue: optionalMoneyValue({
      help: {
        en: "The bill that the coupon is used on, in currency units: one below `couponDetails.minBill` is refused with 1421. Without it the till looks at `minBill` itself.",
        ar: "الفاتورة التي يُستخدم عليها الكوبون، بوحدات العملة: ما هو أقل من `couponDetails.minBill` يُرفض بالكود 1421. بدونه يراجع الكاشير `minBill` بنفسه.",
      },
      inLog: "shown",
      example: 180,
    }),
  })
  .meta({ id: "RedeemCouponRequest" });

/** Uses a coupon (rules.md §22). */
export const redeemCoupon = couponAct(
  {
    name: "RedeemCoupon",
    scope: "redeem",
    request: redeemCouponRequestSchema,
    standsAs: "reward",
    refuses: [1416, 1420, 1421, 1501, 1702],
    moves: {
      references: COUPON_REFERENCES.use,
      undo: "reopened",
      couponActs: ["used"],
      answers: "may_be_lost",
      trials: { 1421: true, 1501: false, 1702: false },
    },
    certification: "uses_coupons",
    sample: { after: ["GetCoupons", "IssueCoupon"], keeps: null },
    summary: { en: "Use a coupon", ar: "تستخدم كوبونًا" },
    description:
      "Uses a coupon of the wallet, once, whatever is tried at the same time. One that is nobody's yet becomes the wallet's. What it is worth is for the till to give: `couponDetails` says what it is. No points move and no PIN is asked for. 1421 says why a coupon is refused: it was used, is void, has lapsed, is not valid yet, is another merchant's or branch's, or needs a larger bill than `PointsValue`.",
  },
  ({ services }, actor, input, { PointsValue }) =>
    services.redeemCoupon(actor, { ...input, bill: PointsValue === null ? undefined : moneyOf(PointsValue) }),
);
