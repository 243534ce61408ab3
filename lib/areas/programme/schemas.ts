import * as z from "zod/mini";
import { FACTOR_MAX, REDEEM_FACTOR_MIN } from "@/lib/ledger/core/conversion";
import { POINTS_MAX, problem, whole } from "@/lib/portal/wire/fields";
import { idSchema, versionSchema } from "@/lib/portal/wire/id";
import { line, nullableLine } from "@/lib/portal/wire/safe-text";
import type { SegmentRates } from "./create-segment";
import type { UpdateSegmentInput } from "./update-segment";

/** An exact decimal as the database keeps it: up to 10,000, to 6 decimals. */
const factor = z.string().check(
  z.trim(),
  z.regex(/^\d{1,5}(?:\.\d{1,6})?$/, problem("factor")),
  z.refine((value) => Number(value) <= Number(FACTOR_MAX)),
);

const RATES = {
  nameEn: line(60),
  nameAr: line(60),
  value: whole(0, POINTS_MAX),
  rewardFactor: factor,
  redeemFactor: factor.check(
    z.refine((value) => Number(value) >= Number(REDEEM_FACTOR_MIN), problem("factor_too_small")),
  ),
  redeemThreshold: z.optional(whole(0, POINTS_MAX)),
  bonusPoints: z.optional(z.nullable(whole(0, 1_000_000))),
  offerNumber: z.optional(nullableLine(64)),
  ratePlan: z.optional(nullableLine(64)),
  color: z.optional(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)))),
  segmentColorId: z.optional(z.nullable(whole(0, 32_767))),
};

export const createSegmentSchema = z.object(RATES) satisfies z.ZodMiniType<SegmentRates>;

export const updateSegmentSchema = z.extend(z.partial(createSegmentSchema), {
  segmentId: idSchema,
  /** The rates that were read. */
  version: versionSchema,
}) satisfies z.ZodMiniType<UpdateSegmentInput>;

/** The same as the route takes it, which names the segment in its path. */
export const changeSegmentSchema = z.omit(updateSegmentSchema, { segmentId: true });
