import * as z from "zod/mini";
import { merchant } from "@/lib/areas/merchants/record";
import { SETTINGS } from "@/lib/ledger/core/programme-settings";
import { shownMoment } from "@/lib/portal/record";
import { versionSchema } from "@/lib/portal/wire/id";
import { safeLines } from "@/lib/portal/wire/safe-text";
import { neededBeside, shownSettings, writtenSettings } from "@/lib/portal/wire/setting-schemas";
import { answer as segment } from "./record";
import { CONSENT_LENGTH_MAX } from "./words";

// The requests and answers of the page of the programme; those of segments are in record.ts.

export const programmeSchema = z.object({
  ...shownSettings(SETTINGS),
  version: z.int(),
  updatedAt: shownMoment,
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
  segments: z.array(segment),
  /** For their refund rules, which are each merchant's own. */
  merchants: z.array(merchant.answer),
});
export type ProgrammeDesk = z.infer<typeof programmeDeskSchema>;
