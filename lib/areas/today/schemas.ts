import * as z from "zod/mini";
import { branchSchema } from "@/lib/areas/account/schemas";
import { entryPageSchema, entryQuerySchema, entrySchema } from "@/lib/areas/entries/schemas";
import { kindTotalSchema, shiftSchema } from "@/lib/areas/shifts/schemas";
import { countSchema, idParameter, momentSchema } from "@/lib/portal/wire/id";
import { daySchema } from "@/lib/portal/wire/points";

// A branch's day in the programme's calendar, midnight to midnight.

const dayFields = {
  day: daySchema,
  /** The programme's day at this moment. */
  today: daySchema,
  /** When the totals were read. */
  readAt: momentSchema,
  /** The day to compare with: the day before, up to the same time of day while this one is not over. */
  before: z.object({ day: daySchema, until: momentSchema, isWholeDay: z.boolean() }),
};

/** Entries that may be one sale sent twice, group by group, the newest first. */
export const lookAlikesSchema = z.object({
  /** How many groups there are; not all of them need be told. */
  count: countSchema,
  groups: z.array(
    z.object({
      count: countSchema,
      /** The first ten at most, the oldest first. */
      entries: z.array(entrySchema),
    }),
  ),
});
export type LookAlikes = z.infer<typeof lookAlikesSchema>;

export const branchDaySchema = z.object({
  ...dayFields,
  /** See {@link branchChangesSchema}. */
  mark: z.string(),
  kinds: z.array(kindTotalSchema),
  kindsBefore: z.array(kindTotalSchema),
  /** By who did it: people by name, then API clients. */
  people: z.array(z.object({ by: entrySchema.shape.by, kinds: z.array(kindTotalSchema) })),
  /** The first three groups at most. */
  lookAlikes: lookAlikesSchema,
  /** The shifts that have to do with the day, the earliest first; none where the programme keeps no shifts. */
  shifts: z.array(shiftSchema),
});
export type BranchDay = z.infer<typeof branchDaySchema>;

export const branchesDaySchema = z.object({
  ...dayFields,
  branches: z.array(
    z.object({
      branch: branchSchema,
      kinds: z.array(kindTotalSchema),
      kindsBefore: z.array(kindTotalSchema),
    }),
  ),
});
export type BranchesDay = z.infer<typeof branchesDaySchema>;

export const branchEntriesSchema = z.object({
  ...entryPageSchema.shape,
  /** See {@link branchChangesSchema}. */
  mark: z.string(),
});
export type BranchEntries = z.infer<typeof branchEntriesSchema>;

/** Entries since the mark of an earlier answer. */
export const branchChangesSchema = z.object({
  today: daySchema,
  /** How far the branch's log has come. While it is the same as before, nothing was added. */
  mark: z.string(),
  /** New entries that pass the filter, newest first, with some that were there already; null: too many. */
  entries: z.nullable(z.array(entrySchema)),
});
export type BranchChanges = z.infer<typeof branchChangesSchema>;

export const branchParamsSchema = z.object({ branchId: idParameter });

/** Absent: today. */
export const dayQuerySchema = z.object({ day: z.optional(daySchema) });

const { kinds, userId, text, cursor, limit } = entryQuerySchema.shape;
const filterFields = { ...dayQuerySchema.shape, kinds, userId, text };

export const branchEntriesQuerySchema = z.object({ ...filterFields, cursor, limit });
export type BranchEntriesQuery = z.infer<typeof branchEntriesQuerySchema>;

export const branchChangesQuerySchema = z.object({
  ...filterFields,
  mark: z.string().check(z.regex(/^\d{1,15}\.\d{1,9}$/)),
});
export type BranchChangesQuery = z.infer<typeof branchChangesQuerySchema>;

/** The file of a day's entries: all of them, or one person's. */
export const branchReportQuerySchema = z.object({ ...dayQuerySchema.shape, userId });
export type BranchReportQuery = z.infer<typeof branchReportQuerySchema>;
