import * as z from "zod/mini";
import { REFERRAL_STATES } from "@/lib/ledger/with/referrals/words";
import { longIdSchema } from "@/lib/portal/wire/id";

// Referrals, as pages show them. Shared by the routes and the browser.

const stateSchema = z.enum(REFERRAL_STATES);
export type ShownReferralState = z.infer<typeof stateSchema>;

/** The other customer of a referral, enough to be recognised by whoever knows them. */
const partySchema = z.object({
  /** Null where the reader has no business with that wallet. */
  walletId: z.nullable(longIdSchema),
  name: z.nullable(z.string()),
  mobile: z.string(),
});

export const shownReferralSchema = z.object({
  other: partySchema,
  state: stateSchema,
  openedAt: z.iso.datetime(),
  /** The day of the reward that decided it, in the programme's zone. */
  settledOn: z.nullable(z.iso.date()),
  /** Points that the shown wallet got for the referral, also where they were taken back. */
  points: z.int(),
});
export type ShownReferral = z.infer<typeof shownReferralSchema>;

/** Of one wallet: who brought its customer, and whom its customer brought. */
export const walletReferralsSchema = z.object({
  broughtBy: z.nullable(shownReferralSchema),
  /** The latest first; no more than the first of them. */
  brought: z.array(shownReferralSchema),
  /** How many there are. */
  count: z.int(),
  /** The bonuses that stand. */
  points: z.int(),
});
export type WalletReferrals = z.infer<typeof walletReferralsSchema>;

/** Referrals in a month of the programme's zone: those opened in it, and those decided in it. */
const monthSchema = z.object({
  /** The first day. */
  month: z.iso.date(),
  opened: z.int(),
  paid: z.int(),
  overLimit: z.int(),
  unpaid: z.int(),
  takenBack: z.int(),
  /** Points of those that stand. */
  newcomerPoints: z.int(),
  referrerPoints: z.int(),
});
export type ReferralMonth = z.infer<typeof monthSchema>;

/** The last months that had any, the newest first, and how many wait for a first reward. */
export const referralReportSchema = z.object({ months: z.array(monthSchema), open: z.int() });
export type ReferralReport = z.infer<typeof referralReportSchema>;
