import * as z from "zod";
import type { ReferralRules } from "@/lib/ledger/with/referrals/words";

/** Points of one bonus, and the most that a bill can be asked to come to. */
const amount = z.int().min(0).max(1_000_000).optional();

/** What referrals bring, as the form sends it (rules.md §23); what is absent stays as it is. */
export const REFERRAL_FIELDS = {
  referralBonus: amount,
  referralNewcomerBonus: amount,
  referralLeastValue: amount,
  referralPerMonthMax: z.int().min(0).max(100_000).nullable().optional(),
} satisfies { [Name in keyof ReferralRules]: z.ZodType<ReferralRules[Name] | undefined> };
