"use client";

import { useSearchParams } from "next/navigation";
import { type DealFilters, readDealFilters } from "@/lib/areas/deals/schemas";

/** The address of the list with these filters. */
function listAddress(filters: DealFilters): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? "/deals" : `/deals?${text}`;
}

/**
 * The filters of the list. They live in the page's address, so that it can be shared and each choice be gone back from;
 * the browser's own history is written, because the router would ask the server for the page again.
 */
export function useDealFilters() {
  const filters = readDealFilters(useSearchParams());
  return {
    filters,
    change: (changes: DealFilters, { replaces = false }: { replaces?: boolean } = {}) => {
      const address = listAddress({ ...filters, ...changes });
      if (replaces) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    clear: () => window.history.pushState(null, "", listAddress({})),
  };
}

export type DealFiltersState = ReturnType<typeof useDealFilters>;
