import * as z from "zod";
import {
  LIMIT_MAX,
  type Limits,
  REPEATED_INVOICES,
  WALLET_REWARDS_LIMIT_MAX,
} from "@/lib/ledger/with/limits/words";

const limit = z.int().min(0).max(LIMIT_MAX).nullable().optional();

/** Limits as forms send them (rules.md §15); what is absent stays as it is, null is no limit. */
export const LIMIT_FIELDS = {
  rewardValueMax: limit,
  personRewardPointsMax: limit,
  personReversedValueMax: limit,
  walletRewardsMax: z.int().min(0).max(WALLET_REWARDS_LIMIT_MAX).nullable().optional(),
  unprovedValueMax: limit,
  repeatedInvoices: z.enum(REPEATED_INVOICES).optional(),
} satisfies { [Name in keyof Limits]: z.ZodType<Limits[Name] | undefined> };
