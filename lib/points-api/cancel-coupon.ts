import { z } from "zod";
import { COUPON_REFERENCES } from "@/lib/ledger/core/command-facts";
import { standingRefusalsOf } from "@/lib/ledger/core/refusals";
import { flag } from "./fields";
import { ANY_BODY } from "./movement";
import type { Operation } from "./operation";
import { walletResponseSchema } from "./response-schemas";
import { COUPON_FIELDS, couponAct } from "./use-coupon";

/** Request of CancelCoupon (rules.md §22). */
export const cancelCouponRequestSchema = z
  .object({
    ...COUPON_FIELDS,
    Void: flag({
      description:
        "True: a coupon that was not used is to be void. Absent: the use of a coupon is taken back, and it can be used again.",
    }),
  })
  .meta({ id: "CancelCouponRequest" });

const own = { name: "CancelCoupon", scope: "cancel", request: cancelCouponRequestSchema } as const;

/** Takes the use of a coupon back, or declares one void (rules.md §22). */
export const cancelCoupon = {
  ...own,
  method: "POST",
  summary: { en: "Take back the use of a coupon", ar: "تتراجع عن استخدام كوبون" },
  description:
    "Takes the use of a coupon back, so that it can be used again: by the merchant that took it, until the end of the days on which Cancel works. With `Void` it declares one void that was not used and did not come with a transaction; what came with one ends when that is cancelled.",
  moves: { references: COUPON_REFERENCES.cancellation, undo: "never" },
  response: walletResponseSchema,
  codes: [...ANY_BODY, 1201, ...standingRefusalsOf("cancel"), 1412, 1416, 1420, 1421, 1501, 1504, 1702],
  ...couponAct(own, ({ services }, actor, input, body) =>
    services.cancelCoupon(actor, { ...input, ends: body.Void === true }),
  ),
} as const satisfies Operation;
