"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { $ZodObject, output } from "zod/v4/core";
import { readFilters } from "@/lib/portal/wire/read-filters";

type Changes<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

/**
 * The filters of a list, which live in the page's address, so that it can be shared, each choice can be gone back from and
 * a refresh keeps them; everything else in the address stays. The browser's own history is written: the router would ask
 * the server for the page again.
 */
export function useFilters<Schema extends $ZodObject>(schema: Schema) {
  type Filters = Partial<output<Schema>>;
  const pathname = usePathname();
  const filters = readFilters(schema, useSearchParams());
  const change = (changes: Changes<Filters>, { replaces = false }: { replaces?: boolean } = {}) => {
    // What stands in the address now: it may have changed since this was rendered.
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
  return {
    filters,
    change,
    isFiltered: Object.keys(filters).length > 0,
    clear: () =>
      change(
        Object.fromEntries(
          Object.keys(schema._zod.def.shape).map((name) => [name, undefined]),
        ) as Changes<Filters>,
      ),
  };
}
