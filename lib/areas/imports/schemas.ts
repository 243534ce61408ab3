import * as z from "zod/mini";
import type { Bilingual } from "@/lib/platform/language";
import { consentOnPaperSchema } from "@/lib/portal/wire/consent";
import { questionSchema, sha256Schema } from "@/lib/portal/wire/files";
import { deciderSchema, idParameter, idSchema, namedSchema, personSchema } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { IMPORT_BYTES_MAX, IMPORT_COLUMNS, IMPORT_KINDS, IMPORT_PART_BYTES, IMPORT_STATES } from "./words";

/** Columns that the file of refused lines puts before the others. */
export const REPORT_COLUMN_NAMES = {
  line: { en: "Line", ar: "السطر" },
  problem: { en: "What to put right", ar: "ما يجب تصحيحه" },
} as const satisfies Record<string, Bilingual>;

export const createImportSchema = z.object({
  kind: z.optional(z.enum(IMPORT_KINDS)),
  /** Of an operator's file: the merchant whose customers they are; null: of none. */
  merchantId: z.optional(z.nullable(idSchema)),
  fileName: line(200),
  bytes: z.int().check(z.minimum(1), z.maximum(IMPORT_BYTES_MAX)),
  allowsSharedMobile: z.boolean(),
  /** SHA-256 of each part: a file goes on where one of the same content was begun. */
  parts: z.optional(
    z.array(sha256Schema).check(z.maxLength(Math.ceil(IMPORT_BYTES_MAX / IMPORT_PART_BYTES))),
  ),
});

export const importParamsSchema = z.object({ importId: idParameter });
export const importPartParamsSchema = z.extend(importParamsSchema, {
  part: z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(1_000))),
});

/** Why a file cannot be read at all. */
export const FILE_PROBLEMS = [
  "empty",
  "old_workbook",
  "web_page",
  "document",
  "too_long",
  "too_many_lines",
  // Of files that were refused by earlier releases.
  "encoding",
  "header_unreadable",
  "columns_unknown",
  "columns_twice",
  "mobile_missing",
] as const;

const count = z.int().check(z.minimum(0));

/** How the customers agreed whose lines do not say. */
const consentAnswer = z.discriminatedUnion("how", [
  z.object({ how: z.literal("till") }),
  z.extend(consentOnPaperSchema, { how: z.literal("paper") }),
]);

/** Answers to the questions of a file that was checked. */
export const importAnswerSchema = z.object({
  consent: z.optional(consentAnswer),
  countsForTiers: z.optional(z.boolean()),
});

export const walletImportSchema = z.object({
  id: idSchema,
  kind: z.enum(IMPORT_KINDS),
  merchant: z.nullable(namedSchema),
  counts: z.object({
    ...{ agreed: count, declined: count, unsaid: count, agreedPoints: count, unsaidPoints: count },
    ...{ isOwn: z.boolean(), changes: z.record(z.string(), count), unchanged: count },
    readShare: z.optional(z.number()),
  }),
  /** Null while nobody has answered. */
  consent: z.nullable(consentAnswer),
  countsForTiers: z.boolean(),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  bytes: z.int(),
  partsReceived: z.int(),
  /** Parts that have not arrived, while the file is arriving. */
  missing: z.array(z.int()),
  parts: z.int(),
  allowsSharedMobile: z.boolean(),
  createdBy: personSchema,
  createdAt: z.iso.datetime(),
  startedBy: z.nullable(personSchema),
  finishedAt: z.nullable(z.iso.datetime()),
  /** Lines with something on them; those that are refused; wallets made. */
  lines: z.int(),
  refused: z.int(),
  created: z.int(),
  openingPoints: z.int(),
  postedPoints: z.int(),
  problem: z.nullable(
    z.object({
      code: z.enum(FILE_PROBLEMS),
      names: z.optional(z.array(z.string())),
      max: z.optional(z.int()),
    }),
  ),
  question: z.nullable(questionSchema),
  /** Customers were made, or the merchant was changed, since the file was checked. */
  isOutdated: z.boolean(),
  /** Points that the start gives or opens up, those of its author in the last 24 hours, and the bound of both together. */
  ...{ points: z.int(), pointsBefore: z.int(), pointsAbove: z.int() },
  needsSecondPerson: z.boolean(),
  /** People who may start it in the author's place, where that is needed. */
  starters: z.array(deciderSchema),
  mayStart: z.boolean(),
});
export type WalletImport = z.infer<typeof walletImportSchema>;

export const walletImportListSchema = z.object({
  imports: z.array(walletImportSchema),
  /** Points that the reader's next file may give without another person, of how many in 24 hours, who starts a larger one, and whose the reader starts. */
  alone: z.object({
    ...{ above: z.int(), left: z.int() },
    ...{ starters: z.array(deciderSchema), uploaders: z.array(deciderSchema) },
  }),
});

/** Refused lines of an import, part by part in the order of the file. */
export const refusedLinesQuerySchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
});
export const refusedLinesSchema = z.object({
  lines: z.array(
    z.object({
      /** As an editor numbers it; the header is the first. */
      line: z.int(),
      /** By which the customer is recognised, as they stand in the file. */
      name: z.string(),
      mobile: z.string(),
      problems: z.array(
        z.object({
          /** Null: the line as a whole. */
          column: z.nullable(z.enum(IMPORT_COLUMNS)),
          /** The cell's text; empty for the line as a whole. */
          value: z.string(),
          text: z.object({ en: z.string(), ar: z.string() }),
        }),
      ),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type RefusedLines = z.infer<typeof refusedLinesSchema>;

export const IMPORT_ACTS = ["check", "match", "start", "stop", "discard"] as const;
export const importActSchema = z.object({ act: z.enum(IMPORT_ACTS) });
export type ImportAct = z.infer<typeof importActSchema>["act"];
