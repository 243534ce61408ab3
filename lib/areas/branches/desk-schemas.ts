import * as z from "zod/mini";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { agreedSchema, fileSchema, questionSchema } from "@/lib/portal/wire/files";
import { idSchema } from "@/lib/portal/wire/id";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { BRANCH_FILE_BYTES_MAX } from "./words";

const idParameter = z.pipe(z.coerce.number(), idSchema);
export type Activity = (typeof ACTIVITIES)[number];

export const managedBranchSchema = z.object({
  id: idSchema,
  merchantId: idSchema,
  msisdn: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  addressEn: z.string(),
  addressAr: z.string(),
  phone: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  isActive: z.boolean(),
  version: z.int(),
});
export type ManagedBranch = z.infer<typeof managedBranchSchema>;

export const branchFiltersSchema = z.object({
  /** Absent: all merchants that the user acts for. */
  merchant: z.optional(idParameter),
  status: z.optional(z.enum(ACTIVITIES)),
  text: z.optional(searchTextSchema),
});

/** How the list is shown, as the page's address says it. */
export const branchesMapSchema = z.object({ map: z.optional(z.enum(["on"])) });

export const branchSearchSchema = z.extend(branchFiltersSchema, {
  /** The last branch of the page before. */
  after: z.optional(idSchema),
});

export const branchPageSchema = z.object({
  branches: z.array(managedBranchSchema),
  /** Asks for the next page; null after the last. */
  nextAfter: z.nullable(idSchema),
});
export type BranchPage = z.infer<typeof branchPageSchema>;

export const managedBranchParamsSchema = z.object({ branchId: idParameter });

const namedSchema = z.object({ id: idSchema, name: z.string() });
/** Consequences of closing a branch. */
export const branchImpactSchema = z.object({
  cashiers: z.array(namedSchema),
  clients: z.array(namedSchema),
  deals: z.array(z.object({ id: idSchema, titleEn: z.string(), titleAr: z.string() })),
});
export type BranchImpact = z.infer<typeof branchImpactSchema>;
export const BRANCH_FILE_LINES_MAX = 1_000;

export const branchImportSchema = z.object({
  merchantId: idSchema,
  file: fileSchema(BRANCH_FILE_BYTES_MAX),
  agreed: z.optional(agreedSchema),
  /** True: say what would happen, and do nothing. */
  isDryRun: z.boolean(),
});

const bilingualSchema = z.object({ en: z.string(), ar: z.string() });
export const branchImportAnswerSchema = z.object({
  /** How many branches are good; they were created unless it was a dry run. */
  accepted: z.int(),
  /** Question about the file that has to be answered first; nothing was accepted or refused then. */
  question: z.nullable(questionSchema),
  refused: z.array(
    z.object({
      /** Of the file, the line of headers being 1. */
      line: z.int(),
      name: z.string(),
      problems: z.array(z.object({ column: z.string(), text: bilingualSchema })),
    }),
  ),
});
export type BranchImportAnswer = z.infer<typeof branchImportAnswerSchema>;
