"use client";

import { usePathname } from "next/navigation";
import { useReadAddress } from "@/components/kit/use-read-address";
import type { EntryFilter } from "./entry-filter";

const loadFilters = () => import("./entry-filter");
const loadRead = async () => (await loadFilters()).readEntryFilter;
const NO_FILTER: EntryFilter = {};

/** The filter of a list of entries, kept in the page's address without asking the server for the page again. */
export function useEntryFilter(): [EntryFilter, (filter: EntryFilter) => void] {
  const pathname = usePathname();
  const filter = useReadAddress(loadRead, NO_FILTER);
  const change = async (filter: EntryFilter) => {
    const { withEntryFilter } = await loadFilters();
    // What stands in the address now: it may have changed since this was rendered.
    const query = withEntryFilter(new URLSearchParams(window.location.search), filter).toString();
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return [filter, (changed) => void change(changed)];
}
