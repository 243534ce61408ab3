import * as z from "zod/mini";
import { managedMerchantSchema } from "@/lib/areas/merchants/desk-schemas";
import { SHIFT_POLICIES } from "@/lib/portal/session/shift-policy";
import { idSchema } from "@/lib/portal/wire/id";
import { safeLines } from "@/lib/portal/wire/safe-text";
import { SHOWN_LIMITS } from "@/lib/portal/wire/shown-limit-schemas";
import {
  CANCELLED_REWARD_POLICIES,
  CONSENT_LENGTH_MAX,
  EARNED_ON,
  PIN_POLICIES,
  USED_COUPON_POLICIES,
} from "./words";

// What the page of the programme is told. What it sends is in schemas.ts.

const idParameter = z.pipe(z.coerce.number(), idSchema);

export const segmentParamsSchema = z.object({ segmentId: idParameter });

/** A segment with the rates in force; `version` names them. */
export const segmentSchema = z.object({
  id: idSchema,
  version: z.int(),
  isDefault: z.boolean(),
  nameEn: z.string(),
  nameAr: z.string(),
  /** Lifetime points from which a wallet belongs to it. */
  value: z.int(),
  /** Exact decimals, as texts. */
  rewardFactor: z.string(),
  redeemFactor: z.string(),
  redeemThreshold: z.int(),
  bonusPoints: z.nullable(z.int()),
  offerNumber: z.nullable(z.string()),
  ratePlan: z.nullable(z.string()),
  color: z.nullable(z.string()),
  segmentColorId: z.nullable(z.int()),
  /** Since when these rates are in force. */
  since: z.iso.datetime(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const segmentHistorySchema = z.object({
  /** The newest first; `by` is null for what the installation brought along. */
  versions: z.array(z.extend(z.omit(segmentSchema, { isDefault: true }), { by: z.nullable(z.string()) })),
});
export type SegmentHistory = z.infer<typeof segmentHistorySchema>;

/** What a change of a segment's rates concerns: open wallets, and the spendable points in them. */
export const segmentHoldingsSchema = z.object({ wallets: z.int(), points: z.int() });
export type SegmentHoldings = z.infer<typeof segmentHoldingsSchema>;

export const programmeSchema = z.object({
  ...SHOWN_LIMITS,
  /** Whether a second person may let a movement pass a limit. */
  approvesBeyondLimits: z.boolean(),
  /** What holds a movement until somebody at the radar has looked at it; null: off. */
  reviewOwnNumber: z.boolean(),
  reviewRewardsMax: z.nullable(z.int()),
  reviewRewardsMinutes: z.int(),
  reviewRedemptionMinutes: z.nullable(z.int()),
  /** Hours of the programme's day in which rewards are ordinary, the second not included. */
  reviewHoursFrom: z.nullable(z.int()),
  reviewHoursUntil: z.nullable(z.int()),
  nameEn: z.string(),
  nameAr: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  timeZone: z.string(),
  /** 0: points never lapse. */
  pointsValidityMonths: z.int(),
  refundGraceDays: z.int(),
  /** Days until rewarded points can be spent; 0: at once. */
  ripeningDays: z.int(),
  cancelWindowBusinessDays: z.int(),
  /** ISO weekdays: 1 = Monday … 7 = Sunday. */
  weekendDays: z.array(z.int()),
  earnedOn: z.enum(EARNED_ON),
  cancelledRewardPolicy: z.enum(CANCELLED_REWARD_POLICIES),
  usedCouponPolicy: z.enum(USED_COUPON_POLICIES),
  pinPolicy: z.enum(PIN_POLICIES),
  pinAboveValue: z.nullable(z.int()),
  /** Wrong PINs of one person, on wallets all told, after which no more are judged for a while. */
  pinWrongPerPersonMax: z.int(),
  pinWrongPerClientMax: z.int(),
  pointsPerEntryMax: z.int(),
  balanceMax: z.int(),
  adjustmentApprovalAbove: z.int(),
  adminsNeedSecondPerson: z.boolean(),
  pinSetterHours: z.int(),
  walletViewsPerMinute: z.int(),
  walletViewsPerDay: z.int(),
  childrenMax: z.int(),
  shifts: z.enum(SHIFT_POLICIES),
  /** Points that a referral brings whoever brought a customer, and the customer; 0: nothing. */
  referralBonus: z.int(),
  referralNewcomerBonus: z.int(),
  /** What the bill of the reward must come to at least, whole currency units. */
  referralLeastValue: z.int(),
  /** Bonuses of one referrer in a calendar month; null: as many as come. */
  referralPerMonthMax: z.nullable(z.int()),
  version: z.int(),
  updatedAt: z.iso.datetime(),
});
export type Programme = z.infer<typeof programmeSchema>;

/** The words that customers agree to; a change is another version. */
export const consentTextSchema = z.object({
  version: z.int(),
  en: z.string(),
  ar: z.string(),
  since: z.iso.datetime(),
});
export type ConsentText = z.infer<typeof consentTextSchema>;
const consentWords = z.string().check(z.trim(), z.minLength(1), z.maxLength(CONSENT_LENGTH_MAX), safeLines);
/** Both languages are required: customers agree only to a text that they can read. */
export const publishConsentRequestSchema = z.object({
  version: z.int().check(z.minimum(1), z.maximum(2_147_483_646)),
  textEn: consentWords,
  textAr: consentWords,
});

export const programmeDeskSchema = z.object({
  programme: programmeSchema,
  consent: consentTextSchema,
  /** From the lowest value to the highest. */
  segments: z.array(segmentSchema),
  /** For their refund rules, which are each merchant's own. */
  merchants: z.array(managedMerchantSchema),
});
export type ProgrammeDesk = z.infer<typeof programmeDeskSchema>;
