import * as z from "zod/mini";
import { REPEATED_INVOICE_RULES } from "@/lib/areas/programme/words";

/** Limits as pages are told of them: money in whole currency units, points, or a number of rewards; null is no limit. */
export const SHOWN_LIMITS = {
  rewardValueMax: z.nullable(z.int()),
  personRewardPointsMax: z.nullable(z.int()),
  personReversedValueMax: z.nullable(z.int()),
  walletRewardsMax: z.nullable(z.int()),
  unprovedValueMax: z.nullable(z.int()),
  repeatedInvoices: z.enum(REPEATED_INVOICE_RULES),
};
