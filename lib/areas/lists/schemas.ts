import * as z from "zod/mini";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { line, safe } from "@/lib/portal/wire/safe-text";

// People's own choices for the desk's lists. Shared by the routes and the browser.

/** The lists that views are saved of, by the words of their addresses. */
export const LISTS = [
  "deals",
  "promotions",
  "branches",
  "staff",
  "clients",
  "wallets",
  "merchants",
  "webhooks",
  "audit",
] as const;
export type ListName = (typeof LISTS)[number];

/** Saved views of one person, of one list. */
export const VIEWS_MAX = 20;
export const VIEW_NAME_LENGTH_MAX = 60;

const columnSchema = z.string().check(z.regex(/^[a-zA-Z]{1,32}$/));
const hiddenSchema = z.array(columnSchema).check(z.maxLength(30));
/** As long as the numbers of 50 branches. */
const FILTER_LENGTH_MAX = 500;
/** As they stand in the address; what a list does not know of them is left out when it is opened. */
const filtersSchema = z
  .record(
    z.string().check(z.regex(/^[a-zA-Z]{1,32}$/)),
    z.string().check(z.maxLength(FILTER_LENGTH_MAX), safe),
  )
  .check(z.refine((filters) => Object.keys(filters).length <= 20));
const nameSchema = line(VIEW_NAME_LENGTH_MAX);

export const listParamsSchema = z.object({ list: z.enum(LISTS) });
export const listViewParamsSchema = z.extend(listParamsSchema, {
  viewId: idParameter,
});

export const listViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  /** The columns that it does without. */
  hiddenColumns: z.array(z.string()),
});
export type ListView = z.infer<typeof listViewSchema>;

export const listChoicesSchema = z.object({
  /** In their order; the list opens with the first. */
  views: z.array(listViewSchema),
  /** The columns that the list does without while no view is chosen. */
  hiddenColumns: z.array(z.string()),
});
export type ListChoices = z.infer<typeof listChoicesSchema>;

export const saveListViewSchema = z.object({
  name: nameSchema,
  filters: filtersSchema,
  hiddenColumns: hiddenSchema,
});
export type SaveListView = z.infer<typeof saveListViewSchema>;

/** Absent fields stay as they are. */
export const changeListViewSchema = z.object({
  name: z.optional(nameSchema),
  filters: z.optional(filtersSchema),
  hiddenColumns: z.optional(hiddenSchema),
  /** Puts it before the others: the list opens with it. */
  isFirst: z.optional(z.literal(true)),
});
export type ChangeListView = z.infer<typeof changeListViewSchema>;

export const hideColumnsSchema = z.object({ hiddenColumns: hiddenSchema });
