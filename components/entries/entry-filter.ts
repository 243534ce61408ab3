import * as z from "zod/mini";
import { entryQuerySchema } from "@/lib/areas/entries/schemas";

/** Filters of a list of entries, as they stand in the page's address. */
export const entryFilterSchema = z.omit(entryQuerySchema, { cursor: true, limit: true });
export type EntryFilter = Partial<z.infer<typeof entryFilterSchema>>;
