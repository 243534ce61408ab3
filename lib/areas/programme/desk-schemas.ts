import * as z from "zod/mini";
import { merchant } from "@/lib/areas/merchants/record";
import { SETTINGS } from "@/lib/ledger/core/programme-settings";
import { idParameter, idSchema, versionSchema } from "@/lib/portal/wire/id";
import { safeLines } from "@/lib/portal/wire/safe-text";
import { neededBeside, shownSettings, writtenSettings } from "@/lib/portal/wire/setting-schemas";
import { CONSENT_LENGTH_MAX } from "./words";

// The requests and answers of the page of the programme; those of segments are in schemas.ts.

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

/** Extent of a change of a segment's rates: open wallets, and the spendable points in them. */
export const segmentHoldingsSchema = z.object({ wallets: z.int(), points: z.int() });
export type SegmentHoldings = z.infer<typeof segmentHoldingsSchema>;

export const programmeSchema = z.object({
  ...shownSettings(SETTINGS),
  version: z.int(),
  updatedAt: z.iso.datetime(),
});
export type Programme = z.infer<typeof programmeSchema>;

export const updateProgrammeSchema = z
  .object({ version: versionSchema, ...writtenSettings(SETTINGS) })
  .check(...neededBeside(SETTINGS));

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
  merchants: z.array(merchant.answer),
});
export type ProgrammeDesk = z.infer<typeof programmeDeskSchema>;
