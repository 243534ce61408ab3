import * as z from "zod/mini";
import type { Bilingual } from "@/lib/platform/language";
import { idSchema } from "@/lib/portal/wire/id";

// What the desk asks about branches and is told. Shared by the routes and the browser.

const idParameter = z.pipe(z.coerce.number(), idSchema);

export const SEARCH_TEXT_LENGTH_MAX = 100;
export const searchTextSchema = z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_LENGTH_MAX));

/** Of a list that may hold what is deactivated. */
export const ACTIVITIES = ["active", "inactive"] as const;
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

/** What a list of them is narrowed to. */
export const branchFiltersSchema = z.object({
  /** Absent: all merchants that the user acts for. */
  merchant: z.optional(idParameter),
  status: z.optional(z.enum(ACTIVITIES)),
  text: z.optional(searchTextSchema),
});
export type BranchFilters = z.infer<typeof branchFiltersSchema>;

/** How the list is shown, as the page's address says it. */
export const branchesMapSchema = z.object({ map: z.optional(z.enum(["on"])) });

export const branchSearchSchema = z.extend(branchFiltersSchema, {
  /** The last branch of the page before. */
  after: z.optional(idSchema),
});
export type BranchSearch = z.infer<typeof branchSearchSchema>;

export const branchPageSchema = z.object({
  branches: z.array(managedBranchSchema),
  /** Asks for the next page; null after the last. */
  nextAfter: z.nullable(idSchema),
});
export type BranchPage = z.infer<typeof branchPageSchema>;

export const managedBranchParamsSchema = z.object({ branchId: idParameter });

const namedSchema = z.object({ id: idSchema, name: z.string() });
/** What closing a branch stops. */
export const branchImpactSchema = z.object({
  cashiers: z.array(namedSchema),
  clients: z.array(namedSchema),
  deals: z.array(z.object({ id: idSchema, titleEn: z.string(), titleAr: z.string() })),
});
export type BranchImpact = z.infer<typeof branchImpactSchema>;

/** Longest file of branches, in characters, and the most branches in it. */
export const BRANCH_FILE_LENGTH_MAX = 500_000;
export const BRANCH_FILE_LINES_MAX = 1_000;
/** The columns of the file, of which the first three must be filled in. */
export const BRANCH_FILE_COLUMNS = [
  "msisdn",
  "nameEn",
  "nameAr",
  "addressEn",
  "addressAr",
  "phone",
  "latitude",
  "longitude",
] as const;
export type BranchFileColumn = (typeof BRANCH_FILE_COLUMNS)[number];
export const BRANCH_FILE_NAMES: Readonly<Record<BranchFileColumn, Bilingual>> = {
  msisdn: { en: "Mobile number", ar: "رقم الموبايل" },
  nameEn: { en: "Name in English", ar: "الاسم بالإنجليزية" },
  nameAr: { en: "Name in Arabic", ar: "الاسم بالعربية" },
  addressEn: { en: "Address in English", ar: "العنوان بالإنجليزية" },
  addressAr: { en: "Address in Arabic", ar: "العنوان بالعربية" },
  phone: { en: "Phone", ar: "التليفون" },
  latitude: { en: "Latitude", ar: "خط العرض" },
  longitude: { en: "Longitude", ar: "خط الطول" },
};

export const branchImportSchema = z.object({
  merchantId: idSchema,
  csv: z.string().check(z.minLength(1), z.maxLength(BRANCH_FILE_LENGTH_MAX)),
  /** True: say what would happen, and do nothing. */
  isDryRun: z.boolean(),
});

const bilingualSchema = z.object({ en: z.string(), ar: z.string() });
export const branchImportAnswerSchema = z.object({
  /** How many branches are good; they were created unless it was a dry run. */
  accepted: z.int(),
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
