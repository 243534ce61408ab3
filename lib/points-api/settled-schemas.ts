import { z } from "zod";
import { couponSchema } from "./coupons";
import { pointsLogSchema } from "./objects";

const PART = z.string().meta({ description: "`coupons`, `points` or `reward`.", examples: ["points"] });
const COUPON_OF_PART = z
  .string()
  .nullable()
  .meta({ description: "With `coupons`, the coupon's number; null where it is not about one of them." });

/** `transaction` of a refusal that is one part's of a bill (rules.md §25). */
export const refusedPartSchema = z
  .object({ part: PART, couponNumber: COUPON_OF_PART })
  .meta({ id: "RefusedPart", description: "The part of a bill that refused." });
export type RefusedPart = z.output<typeof refusedPartSchema>;

/** `transaction` of a settled bill (rules.md §25). */
export const settledTransactionSchema = z.object({
  billValue: z.number().meta({ description: "The whole bill." }),
  coupons: z
    .array(
      couponSchema.extend({ valueOff: z.number().meta({ description: "Money that the coupon took off." }) }),
    )
    .meta({ description: "In the order in which they took off." }),
  paidWithPoints: z.number().meta({ description: "The part that points paid." }),
  payable: z.number().meta({ description: "Money that is left to pay." }),
  entries: z.array(pointsLogSchema).meta({
    description: "The redemption, where there is one, and the reward, which is `pointsLog` as well.",
  }),
  notTaken: z
    .array(
      z.object({
        part: PART,
        couponNumber: COUPON_OF_PART,
        errorCode: z.string(),
        errorMessage: z.string(),
      }),
    )
    .meta({ description: "Of a quote: what could not be taken, and why. Otherwise empty." }),
});
export type SettledTransaction = z.output<typeof settledTransactionSchema>;
