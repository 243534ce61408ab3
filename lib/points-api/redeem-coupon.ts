import { z } from "zod";
import { COUPON_REFERENCES } from "@/lib/ledger/core/commands";
import { standingRefusalsOf } from "@/lib/ledger/core/refusals";
import { ANY_BODY } from "./movement";
import type { Operation } from "./operation";
import { walletResponseSchema } from "./response-schemas";
import { COUPON_FIELDS, couponAct } from "./use-coupon";

/** Request of RedeemCoupon (rules.md §22). */
export const redeemCouponRequestSchema = z.object(COUPON_FIELDS).meta({ id: "RedeemCouponRequest" });

const own = { name: "RedeemCoupon", scope: "redeem", request: redeemCouponRequestSchema } as const;

/** Uses a coupon (rules.md §22). */
export const redeemCoupon = {
  ...own,
  method: "POST",
  summary: { en: "Use a coupon", ar: "تستخدم قسيمة" },
  description:
    "Uses a coupon of the wallet, once, whatever is tried at the same time. One that is nobody's yet becomes the wallet's. What it is worth is for the till to give: `couponDetails` says what it is. No points move and no PIN is asked for. 1421 says why a coupon is refused: it was used, is void, has lapsed, is not valid yet, or is another merchant's or branch's.",
  moves: { references: COUPON_REFERENCES.use, undo: "reopened" },
  response: walletResponseSchema,
  codes: [...ANY_BODY, 1201, ...standingRefusalsOf("reward"), 1416, 1420, 1421, 1501, 1504],
  ...couponAct(own, ({ services }, actor, input) => services.redeemCoupon(actor, input)),
} as const satisfies Operation;
