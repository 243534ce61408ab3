"use client";

import { useSearchParams } from "next/navigation";
import { type DeskFilters, readDeskFilters } from "@/lib/areas/deals/desk-schemas";

function listAddress(filters: DeskFilters): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? "/manage/deals" : `/manage/deals?${text}`;
}

/** The filters of the desk's list, which live in the page's address; see useDealFilters. */
export function useDeskFilters() {
  const filters = readDeskFilters(useSearchParams());
  return {
    filters,
    change: (changes: DeskFilters, { replaces = false }: { replaces?: boolean } = {}) => {
      const address = listAddress({ ...filters, ...changes });
      if (replaces) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    clear: () => window.history.pushState(null, "", listAddress({})),
  };
}
