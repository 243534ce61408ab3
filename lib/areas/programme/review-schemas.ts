import * as z from "zod";
import type { ReviewRules } from "@/lib/ledger/with/reviews/words";

const minutes = z.int().min(1).max(120);
/** Of the programme's day. */
const hour = z.int().min(0).max(23).nullable().optional();

/** What holds movements for review, as the form sends it (rules.md §15); what is absent stays as it is, null is off. */
export const REVIEW_FIELDS = {
  reviewOwnNumber: z.boolean().optional(),
  reviewRewardsMax: z.int().min(1).max(100).nullable().optional(),
  reviewRewardsMinutes: minutes.optional(),
  reviewRedemptionMinutes: minutes.nullable().optional(),
  reviewHoursFrom: hour,
  reviewHoursUntil: hour,
} satisfies { [Name in keyof ReviewRules]: z.ZodType<ReviewRules[Name] | undefined> };
