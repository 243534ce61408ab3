"use client";

import { useFilters } from "@/components/kit/use-filters";
import { type EntryFilter, entryFilterSchema } from "./entry-filter";

const NOTHING: Record<keyof EntryFilter, undefined> = {
  ...{ kinds: undefined, from: undefined, until: undefined },
  ...{ branchId: undefined, userId: undefined, text: undefined },
};

/** The filter of a list of entries, kept in the page's address without asking the server for the page again. */
export function useEntryFilter(): [EntryFilter, (filter: EntryFilter) => void] {
  const { filters, change } = useFilters(entryFilterSchema);
  return [filters, (filter) => change({ ...NOTHING, ...filter }, { replaces: true })];
}
