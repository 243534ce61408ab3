"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { $ZodObject, output } from "zod/v4/core";
import { readFilters } from "@/lib/portal/wire/read-filters";
import { searchNow } from "./use-typed-search";

type Changes<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

/** The filters that a page's address has. */
export interface Address<Filters extends object> {
  filters: Filters;
  change: (changes: Changes<Filters>, style?: { replaces?: boolean }) => void;
  clear: () => void;
  isFiltered: boolean;
  schema: $ZodObject;
}

/** Writes filters into the page's address. The other parameters of the address stay. */
export function useFilterChange() {
  const pathname = usePathname();
  return (changes: Readonly<Record<string, unknown>>, { replaces = false }: { replaces?: boolean } = {}) => {
    if (!replaces) searchNow();
    // The address as it is now: it may have changed since this was rendered.
    const parameters = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") parameters.delete(name);
      else parameters.set(name, String(value));
    }
    const text = parameters.toString();
    const address = text === "" ? pathname : `${pathname}?${text}`;
    if (replaces) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  };
}

/**
 * The filters of a list, which live in the page's address, so that it can be shared, each choice can be gone back from and
 * a refresh keeps them; everything else in the address stays. The browser's own history is written: the router would ask
 * the server for the page again. No filter has a value of its own where the address names none.
 */
export function useFilters<Schema extends $ZodObject>(schema: Schema): Address<Partial<output<Schema>>> {
  type Filters = Partial<output<Schema>>;
  const filters: Filters = readFilters(schema, useSearchParams());
  const change: Address<Filters>["change"] = useFilterChange();
  const nothing = Object.fromEntries(filterNames(schema).map((name) => [name, undefined]));
  return {
    ...{ schema, filters, change },
    isFiltered: Object.keys(filters).length > 0,
    clear: () => change(nothing as Changes<Filters>),
  };
}

/** The names of all filters that a list has. */
export const filterNames = (schema: $ZodObject): readonly string[] => Object.keys(schema._zod.def.shape);
