"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type EntryFilter, readEntryFilter, withEntryFilter } from "./entry-filter";

/** The filter of a list of entries, kept in the page's address without asking the server for the page again. */
export function useEntryFilter(): [EntryFilter, (filter: EntryFilter) => void] {
  const address = useSearchParams();
  const pathname = usePathname();
  const change = (filter: EntryFilter) => {
    // What stands in the address now: it may have changed since this was rendered.
    const query = withEntryFilter(new URLSearchParams(window.location.search), filter).toString();
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return [readEntryFilter(new URLSearchParams(address)), change];
}
