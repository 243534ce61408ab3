import * as z from "zod/mini";
import { entryQuerySchema } from "@/lib/areas/entries/schemas";
import { dayQuerySchema } from "@/lib/areas/today/schemas";

const { kinds, userId, text } = entryQuerySchema.shape;
const { day } = dayQuerySchema.shape;

// Typed values that do not fit are left out.
const addressSchema = z.object({
  branchId: z.catch(z.optional(z.union([z.literal("all"), z.pipe(z.coerce.number(), z.int())])), undefined),
  day: z.catch(day, undefined),
  kinds: z.catch(kinds, undefined),
  userId: z.catch(userId, undefined),
  text: z.catch(text, undefined),
});

/** Reads the address of the page of the day. */
export function readTodayAddress(address: Iterable<[string, string]>): TodayAddress {
  const given = [...address].filter(([, value]) => value.trim() !== "");
  const { branchId, day, ...filter } = z.parse(addressSchema, Object.fromEntries(given));
  return { branchId, day, filter };
}

/** State of the page of the day in its address; absent filters do not narrow. */
export interface TodayAddress {
  /** Absent: the branch that this device works for. */
  branchId?: number | "all" | undefined;
  /** Absent: today, whichever day that is. */
  day?: string | undefined;
  filter: TodayFilter;
}

/** Filters of the list of entries. */
export interface TodayFilter {
  kinds?: string | undefined;
  userId?: number | undefined;
  text?: string | undefined;
}
