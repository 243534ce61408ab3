import * as z from "zod/mini";
import type { output } from "zod/v4/core";
import { entryQuerySchema } from "@/lib/areas/entries/schemas";

const { kinds, from, until, branchId, userId, text } = entryQuerySchema.shape;

/** Filters of a list of entries, as they stand in the page's address. */
const filterSchema = z.object({
  // Typed values that do not fit are left out.
  kinds: z.catch(kinds, undefined),
  from: z.catch(from, undefined),
  until: z.catch(until, undefined),
  branchId: z.catch(branchId, undefined),
  userId: z.catch(userId, undefined),
  text: z.catch(text, undefined),
});
export type EntryFilter = Partial<output<typeof filterSchema>>;

const NAMES = Object.keys(filterSchema.shape) as (keyof EntryFilter)[];

/** The filter that an address holds. Equal filters come out equal, whatever the order of their parameters. */
export function readEntryFilter(address: URLSearchParams): EntryFilter {
  const given = NAMES.flatMap((name) => {
    const value = address.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  const filter = z.parse(filterSchema, Object.fromEntries(given));
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
