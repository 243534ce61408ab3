import * as z from "zod/mini";
import { entryQuerySchema } from "@/lib/areas/entries/schemas";
import { dayQuerySchema } from "@/lib/areas/today/schemas";

const { kinds, userId, text } = entryQuerySchema.shape;
const { day } = dayQuerySchema.shape;

// What somebody typed into the address and is none of it counts as nothing.
const addressSchema = z.object({
  branchId: z.catch(z.optional(z.union([z.literal("all"), z.pipe(z.coerce.number(), z.int())])), undefined),
  day: z.catch(day, undefined),
  kinds: z.catch(kinds, undefined),
  userId: z.catch(userId, undefined),
  text: z.catch(text, undefined),
});

/** What an address says of the page of the day. */
export function readTodayAddress(address: Iterable<[string, string]>): TodayAddress {
  const given = [...address].filter(([, value]) => value.trim() !== "");
  const { branchId, day, ...filter } = z.parse(addressSchema, Object.fromEntries(given));
  return { branchId, day, filter };
}

/** What the page of the day shows, as it stands in its address; what is not there is not narrowed. */
export interface TodayAddress {
  /** Absent: the branch that this device works for. */
  branchId?: number | "all" | undefined;
  /** Absent: today, whichever day that is. */
  day?: string | undefined;
  filter: TodayFilter;
}

/** What the list of entries is narrowed to. */
export interface TodayFilter {
  kinds?: string | undefined;
  userId?: number | undefined;
  text?: string | undefined;
}
