import * as z from "zod/mini";
import { entryQuerySchema, entrySchema } from "@/lib/areas/entries/schemas";
import { kindTotalSchema } from "@/lib/areas/shifts/schemas";
import {
  countSchema,
  idParameter,
  idSchema,
  momentSchema,
  namedSchema,
  namesSchema,
  personSchema,
  titledSchema,
} from "@/lib/portal/wire/id";
import { daySchema, logTypeIdSchema } from "@/lib/portal/wire/points";
import { COMPARISONS, FILE_FORMATS } from "./words";

// Answers of the reports. Sums come by kind of entry; what a kind is called and shown as is said in MEASURES.

/** Seconds by which the copy that was read is behind; null where the database itself was read. */
export const lagSchema = z.nullable(z.number().check(z.minimum(0)));

export const reportStandingSchema = z.object({
  /** Everything up to this entry of the log is counted and nothing after it. */
  entryId: countSchema,
  lastEntryAt: z.nullable(momentSchema),
  /** Entries that are not counted yet. */
  behind: countSchema,
  lagSeconds: lagSchema,
  /** When the sums were last compared with the log, up to which entry, and how many of them differed. */
  check: z.nullable(z.object({ at: momentSchema, entryId: countSchema, findings: countSchema })),
});
export type ReportStanding = z.infer<typeof reportStandingSchema>;

const kindsSchema = z.array(kindTotalSchema);

export const reportSchema = z.object({
  range: z.object({ from: daySchema, to: daySchema, today: daySchema }),
  standing: reportStandingSchema,
  grain: z.enum(["day", "month"]),
  currency: z.string(),
  kinds: kindsSchema,
  /** The days that it is compared with, and what happened in them; null: none. */
  compared: z.nullable(z.object({ from: daySchema, to: daySchema })),
  kindsBefore: kindsSchema,
  seriesBefore: z.array(z.object({ day: daySchema, kinds: kindsSchema })),
  branchesBefore: z.array(z.object({ branchId: z.nullable(idSchema), kinds: kindsSchema })),
  /** Entries of no merchant, such as expiry; null for those who do not see the whole programme. */
  withoutMerchant: z.nullable(kindsSchema),
  /** By day, or by the first day of the month. */
  series: z.array(z.object({ day: daySchema, activeWallets: z.nullable(countSchema), kinds: kindsSchema })),
  /** Null: at no branch. */
  branches: z.array(z.object({ branch: z.nullable(namedSchema), kinds: kindsSchema })),
  people: z.array(z.object({ by: entrySchema.shape.by, kinds: kindsSchema })),
  deals: z.array(
    z.object({
      deal: z.object({ id: idSchema, offerNumber: z.string(), titleEn: z.string(), titleAr: z.string() }),
      kinds: kindsSchema,
    }),
  ),
  /** Wallets that earned or redeemed, each counted once. */
  activeWallets: countSchema,
});
export type Report = z.infer<typeof reportSchema>;

export const reportChoicesSchema = z.object({
  programme: namesSchema,
  /** Empty for those who act for one merchant. */
  merchants: z.array(namedSchema),
  branches: z.array(z.object({ id: idSchema, merchantId: idSchema, ...namesSchema.shape })),
});
export type ReportChoices = z.infer<typeof reportChoicesSchema>;

export const optionalId = z.optional(idParameter);
export type Comparison = (typeof COMPARISONS)[number];

const scopeQuery = {
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  merchantId: optionalId,
  branchId: optionalId,
};

/** Absent days: the last 30 up to today. Absent merchant and branch: all that the asker may see. */
export const reportScopeQuerySchema = z.object(scopeQuery);
export type ReportScopeQuery = z.infer<typeof reportScopeQuerySchema>;

/** Absent comparison: with as many days before. `compareFrom` and `compareTo` are the chosen days of "own". */
export const reportQuerySchema = z.object({
  ...scopeQuery,
  compare: z.optional(z.enum(COMPARISONS)),
  compareFrom: z.optional(daySchema),
  compareTo: z.optional(daySchema),
  /** On the page of points owed: of the whole programme, for people of one merchant, whose page opens on their own. */
  of: z.optional(z.literal("programme")),
});
export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const REPORT_TABLES = [
  "days",
  "branches",
  "people",
  "deals",
  "outstanding",
  "rollForward",
  "settlement",
  "journal",
] as const;
export type ReportTable = (typeof REPORT_TABLES)[number];

export const reportExportQuerySchema = z.object({
  ...scopeQuery,
  table: z.enum(REPORT_TABLES),
  /** Of the outstanding points: at the end of which day; absent: now. */
  day: z.optional(daySchema),
  /** Absent: CSV. */
  format: z.optional(z.enum(FILE_FORMATS)),
});
export type ReportExportQuery = z.infer<typeof reportExportQuerySchema>;

const amountSchema = z.number();
const branchOrNone = z.nullable(namedSchema);

/** Points of promotions, and coupons given and used, in a range of days. */
export const offersReportSchema = z.object({
  currency: z.string(),
  promotions: z.array(
    z.object({
      id: idSchema,
      ...namesSchema.shape,
      ...{ uses: countSchema, points: countSchema, value: amountSchema },
      /** Points that it may give over all days, and has given; null: without a budget, or nothing yet, or not the reader's. */
      budget: z.nullable(countSchema),
      spent: z.nullable(countSchema),
      branches: z.array(z.object({ branch: branchOrNone, uses: countSchema, points: countSchema })),
    }),
  ),
  coupons: z.array(
    z.object({
      ...{ ...titledSchema.shape, given: countSchema, used: countSchema },
      /** Money taken off bills; null where that depends on the bill. */
      value: z.nullable(amountSchema),
      branches: z.array(z.object({ branch: branchOrNone, used: countSchema })),
    }),
  ),
});
export type OffersReport = z.infer<typeof offersReportSchema>;

export const reportCheckSchema = z.object({
  entryId: countSchema,
  findings: countSchema,
});
export type ReportCheckResult = z.infer<typeof reportCheckSchema>;

/** Hours, tiers, and who came back. */
export const reportDetailsSchema = z.object({
  /** Entries that the figures above have and these have not yet: they are being made for a log that was there before. */
  behind: countSchema,
  hours: z.array(
    z.object({
      /** 1 Monday to 7 Sunday. */
      weekday: z.int().check(z.minimum(1), z.maximum(7)),
      hour: z.int().check(z.minimum(0), z.maximum(23)),
      logTypeId: logTypeIdSchema,
      entries: countSchema,
      points: countSchema,
    }),
  ),
  /** From the lowest tier to the highest. */
  tiers: z.array(
    z.object({
      tier: namedSchema,
      kinds: z.array(z.object({ logTypeId: logTypeIdSchema, entries: countSchema, points: countSchema })),
    }),
  ),
  /** Of the wallets that first came in a month, how many came in that and later ones; of the whole merchant. */
  cohorts: z.array(z.object({ firstMonth: daySchema, month: daySchema, wallets: countSchema })),
});
export type ReportDetails = z.infer<typeof reportDetailsSchema>;

/** Payments in points that came after the reward of their bill, by branch and by till or person. */
export const latePaymentsSchema = z.object({
  rows: z.array(
    z.object({
      branch: namedSchema,
      by: personSchema,
      payments: z.int(),
    }),
  ),
});
export type LatePayments = z.infer<typeof latePaymentsSchema>;

/** The entries behind a bar. Absent days: as in a report. */
export const reportEntriesFilterSchema = z.object({
  ...scopeQuery,
  /** 0: what happened at no branch. */
  branchId: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(2_147_483_647)))),
  kinds: entryQuerySchema.shape.kinds,
  /** Of voids: the kind of what they undid. */
  undid: z.optional(z.pipe(z.coerce.number(), logTypeIdSchema)),
  hour: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(23)))),
  weekday: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(7)))),
  tierId: optionalId,
  userId: optionalId,
  /** The offer number of a deal. */
  item: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** The month in which the customer first came. */
  since: z.optional(z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/))),
});
export type ReportEntriesFilter = z.infer<typeof reportEntriesFilterSchema>;

/** The same in the page's address. */
export const reportEntriesFiltersSchema = z.object({
  ...reportEntriesFilterSchema.shape,
  /** Instead of all else but the merchant: what made the points that expire in this month, or `never`. */
  expires: z.optional(z.string().check(z.regex(/^(?:\d{4}-(?:0[1-9]|1[0-2])|never)$/))),
});
export type ReportEntriesFilters = z.infer<typeof reportEntriesFiltersSchema>;

const { cursor, limit } = entryQuerySchema.shape;
export const reportEntriesQuerySchema = z.object({
  ...reportEntriesFiltersSchema.shape,
  ...{ cursor, limit },
});
export type ReportEntriesQuery = z.infer<typeof reportEntriesQuerySchema>;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const createReportFileSchema = z.object({
  format: z.enum(FILE_FORMATS),
  filter: reportEntriesFilterSchema,
});
export type CreateReportFile = z.infer<typeof createReportFileSchema>;

export const reportFileSchema = z.object({
  id: idSchema,
  state: z.enum(["waiting", "running", "done", "failed"]),
  format: z.enum(FILE_FORMATS),
  from: daySchema,
  to: daySchema,
  createdAt: momentSchema,
  /** When it is removed; null until it is done. */
  expiresAt: z.nullable(momentSchema),
  /** How far it has come: days of the range, and entries. */
  days: countSchema,
  daysDone: countSchema,
  lines: countSchema,
  bytes: countSchema,
});
export type ReportFile = z.infer<typeof reportFileSchema>;
export const reportFileListSchema = z.object({ files: z.array(reportFileSchema) });
export const reportFileParamsSchema = z.object({ fileId: idParameter });

export type KindSum = z.infer<typeof kindTotalSchema>;
