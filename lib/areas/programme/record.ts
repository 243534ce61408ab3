import * as z from "zod/mini";
import { merchant } from "@/lib/areas/merchants/record";
import { FACTOR_MAX, REDEEM_FACTOR_MIN } from "@/lib/ledger/rules/conversion";
import { SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { record, shown, shownMoment, written } from "@/lib/portal/record";
import { POINTS_MAX, problem, whole } from "@/lib/portal/wire/fields";
import { idParameter, versionSchema } from "@/lib/portal/wire/id";
import { line, nullableLine, safeLines } from "@/lib/portal/wire/safe-text";
import { neededBeside, shownSettings, writtenSettings } from "@/lib/portal/wire/setting-schemas";
import { CONSENT_LENGTH_MAX } from "./words";

/** An exact decimal as the database keeps it: up to 10,000, to 6 decimals. */
const factor = z.string().check(
  z.trim(),
  z.regex(/^\d{1,5}(?:\.\d{1,6})?$/, problem("factor")),
  z.refine((value) => Number(value) <= Number(FACTOR_MAX)),
);
const redeemFactor = factor.check(
  z.refine((value) => Number(value) >= Number(REDEEM_FACTOR_MIN), problem("factor_too_small")),
);

/** A segment with the rates that are in force, which `version` names (rules.md §1). */
export const segment = record({
  /** The segment of every new wallet. */
  isDefault: shown(z.boolean()),
  nameEn: written(line(60)),
  nameAr: written(line(60)),
  /** Lifetime points from which a wallet belongs to it. */
  value: written(whole(0, POINTS_MAX)),
  /** Points earned per currency unit, an exact decimal such as "1.5". */
  rewardFactor: written(factor),
  /** Points needed per currency unit, an exact decimal above 0. */
  redeemFactor: written(redeemFactor),
  /** The balance a wallet must hold before it may redeem; none when absent. */
  redeemThreshold: written(z.optional(whole(0, POINTS_MAX))),
  bonusPoints: written(z.optional(z.nullable(whole(0, 1_000_000)))),
  offerNumber: written(z.optional(nullableLine(64))),
  ratePlan: written(z.optional(nullableLine(64))),
  color: written(z.optional(z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))))),
  segmentColorId: written(z.optional(z.nullable(whole(0, 32_767)))),
  /** Since when these rates are in force. */
  since: shown(z.date()),
});
export const { create, changes, answer } = segment;
export const target = z.object({ segmentId: idParameter });

export const history = z.object({
  /** The newest first; `by` is null for what the installation brought along. */
  versions: z.array(z.extend(z.omit(answer, { isDefault: true }), { by: z.nullable(z.string()) })),
});

/** Extent of a change of a segment's rates: open wallets, and the spendable points in them. */
export const holdings = z.object({ wallets: z.int(), points: z.int() });

export type SegmentRates = z.infer<typeof create>;
export type SegmentChanges = z.infer<typeof changes>;
export type Segment = z.infer<typeof answer>;
export type SegmentHistory = z.infer<typeof history>;
export type SegmentHoldings = z.infer<typeof holdings>;

/** SHA-256 of a stored picture; null: none. */
const logoHash = z.nullable(z.string().check(z.regex(/^[\da-f]{64}$/)));

export const programmeSchema = z.object({
  ...shownSettings(SETTINGS),
  logoHash,
  version: z.int(),
  updatedAt: shownMoment,
});
export type Programme = z.infer<typeof programmeSchema>;

export const updateProgrammeSchema = z
  .object({ version: versionSchema, logoHash: z.optional(logoHash), ...writtenSettings(SETTINGS) })
  .check(...neededBeside(SETTINGS));

/** The words that customers agree to; a change is another version. */
export const consentTextSchema = z.object({
  version: z.int(),
  en: z.string(),
  ar: z.string(),
  since: shownMoment,
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
  segments: z.array(answer),
  /** For their refund rules, which are each merchant's own. */
  merchants: z.array(merchant.answer),
});
export type ProgrammeDesk = z.infer<typeof programmeDeskSchema>;

/** Traces of a clock that was ahead. */
export const clockDamageSchema = z.object({
  /** Wallets and points that were written off although their last day is not over. */
  wallets: z.int(),
  points: z.int(),
  /** The newest anchor of the future that nobody accepted. */
  anchor: z.nullable(z.int()),
  /** The points are coming back. */
  isRunning: z.boolean(),
});
export type ClockDamage = z.infer<typeof clockDamageSchema>;
