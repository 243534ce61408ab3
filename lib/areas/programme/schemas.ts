import * as z from "zod";
import { BALANCE_LIMIT_MAX, FACTOR_MAX, REDEEM_FACTOR_MIN } from "@/lib/ledger/core/conversion";
import { SHIFT_POLICIES } from "@/lib/portal/session/shift-policy";
import { id, line, nullableLine, POINTS_MAX, problem, version } from "@/lib/portal/wire/fields";
import { LIMIT_FIELDS } from "@/lib/portal/wire/limit-schemas";
import { RIPENING_DAYS_MAX } from "@/lib/portal/wire/ripening";
import type { SegmentRates } from "./create-segment";
import { REFERRAL_FIELDS } from "./referral-schemas";
import { REVIEW_FIELDS } from "./review-schemas";
import type { UpdateProgrammeInput } from "./update-programme";
import type { UpdateSegmentInput } from "./update-segment";
import { EARNED_ON } from "./words";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const updateProgrammeSchema = z
  .object({
    version,
    nameEn: line(120).optional(),
    nameAr: line(120).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, problem("currency"))
      .optional(),
    timeZone: z.string().max(64).refine(isTimeZone).optional(),
    pointsValidityMonths: z.int().min(0).max(1200).optional(),
    refundGraceDays: z.int().min(0).max(3650).optional(),
    ripeningDays: z.int().min(0).max(RIPENING_DAYS_MAX).optional(),
    cancelWindowBusinessDays: z.int().min(0).max(366).optional(),
    /** ISO weekdays: 1 = Monday … 7 = Sunday. */
    weekendDays: z.array(z.int().min(1).max(7)).max(6).optional(),
    earnedOn: z.enum(EARNED_ON).optional(),
    cancelledRewardPolicy: z.enum(["negative", "refuse"]).optional(),
    usedCouponPolicy: z.enum(["refuse", "allow"]).optional(),
    pinPolicy: z.enum(["when_set", "never", "above"]).optional(),
    pinAboveValue: z.int().min(0).max(1_000_000).nullable().optional(),
    pinWrongPerPersonMax: z.int().min(1).max(1_000).optional(),
    pinWrongPerClientMax: z.int().min(1).max(10_000).optional(),
    pointsPerEntryMax: z.int().min(1).max(POINTS_MAX).optional(),
    balanceMax: z.int().min(1).max(BALANCE_LIMIT_MAX).optional(),
    adjustmentApprovalAbove: z.int().min(0).max(POINTS_MAX).optional(),
    ...LIMIT_FIELDS,
    ...REFERRAL_FIELDS,
    ...REVIEW_FIELDS,
    approvesBeyondLimits: z.boolean().optional(),
    adminsNeedSecondPerson: z.boolean().optional(),
    pinSetterHours: z.int().min(0).max(8760).optional(),
    walletViewsPerMinute: z.int().min(1).max(100_000).optional(),
    walletViewsPerDay: z.int().min(1).max(1_000_000).optional(),
    childrenMax: z.int().min(0).max(100).optional(),
    shifts: z.enum(SHIFT_POLICIES).optional(),
  })
  .refine(({ pinPolicy, pinAboveValue }) => pinPolicy !== "above" || typeof pinAboveValue === "number", {
    path: ["pinAboveValue"],
    error: problem("required"),
  }) satisfies z.ZodType<UpdateProgrammeInput>;

/** An exact decimal as the database keeps it: up to 10,000, to 6 decimals. */
const factor = z
  .string()
  .trim()
  .regex(/^\d{1,5}(?:\.\d{1,6})?$/, problem("factor"))
  .refine((value) => Number(value) <= Number(FACTOR_MAX));

const RATES = {
  nameEn: line(60),
  nameAr: line(60),
  value: z.int().min(0).max(POINTS_MAX),
  rewardFactor: factor,
  redeemFactor: factor.refine(
    (value) => Number(value) >= Number(REDEEM_FACTOR_MIN),
    problem("factor_too_small"),
  ),
  redeemThreshold: z.int().min(0).max(POINTS_MAX).optional(),
  bonusPoints: z.int().min(0).max(1_000_000).nullable().optional(),
  offerNumber: nullableLine(64).optional(),
  ratePlan: nullableLine(64).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .nullable()
    .optional(),
  segmentColorId: z.int().min(0).max(32_767).nullable().optional(),
};

export const createSegmentSchema = z.object(RATES) satisfies z.ZodType<SegmentRates>;

const RATES_TO_CHANGE = {
  ...RATES,
  nameEn: RATES.nameEn.optional(),
  nameAr: RATES.nameAr.optional(),
  value: RATES.value.optional(),
  rewardFactor: RATES.rewardFactor.optional(),
  redeemFactor: RATES.redeemFactor.optional(),
};

export const updateSegmentSchema = z.object({
  segmentId: id,
  /** The rates that were read. */
  version,
  ...RATES_TO_CHANGE,
}) satisfies z.ZodType<UpdateSegmentInput>;

/** The same as the route takes it, which names the segment in its path. */
export const changeSegmentSchema = updateSegmentSchema.omit({ segmentId: true });
