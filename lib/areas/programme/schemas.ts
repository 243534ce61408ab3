import * as z from "zod";
import { FACTOR_MAX, REDEEM_FACTOR_MIN } from "@/lib/ledger/core/conversion";
import { id, line, nullableLine, POINTS_MAX, problem, version } from "@/lib/portal/wire/fields";
import type { SegmentRates } from "./create-segment";
import type { UpdateSegmentInput } from "./update-segment";

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
