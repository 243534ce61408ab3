"use client";

import { useFilterChange } from "@/components/kit/use-filters";
import { useReadAddress } from "@/components/kit/use-read-address";
import type { EntryFilter } from "./entry-filter";

const loadRead = async () => (await import("./entry-filter")).readEntryFilter;
const NO_FILTER: EntryFilter = {};
const NOTHING: Record<keyof EntryFilter, undefined> = {
  ...{ kinds: undefined, from: undefined, until: undefined },
  ...{ branchId: undefined, userId: undefined, text: undefined },
};

/** The filter of a list of entries, kept in the page's address without asking the server for the page again. */
export function useEntryFilter(): [EntryFilter, (filter: EntryFilter) => void] {
  const change = useFilterChange();
  return [
    useReadAddress(loadRead, NO_FILTER),
    (filter) => change({ ...NOTHING, ...filter }, { replaces: true }),
  ];
}
