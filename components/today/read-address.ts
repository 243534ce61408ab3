import * as z from "zod/mini";
import { entryQuerySchema } from "@/lib/areas/entries/schemas";
import { branchEntriesQuerySchema } from "@/lib/areas/today/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";

const { day, kinds, userId, text } = branchEntriesQuerySchema.shape;
const branchId = z.union([z.literal("all"), entryQuerySchema.shape.branchId]);
const addressSchema = z.object({ branchId, day, kinds, userId, text });

/** Reads the address of the page of the day. */
export function readTodayAddress(address: { get(name: string): string | null }): TodayAddress {
  const { branchId, day, ...filter } = readFilters(addressSchema, address);
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
