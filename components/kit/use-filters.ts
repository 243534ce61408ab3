"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { use, useEffect } from "react";
import type { $ZodObject, output } from "zod/v4/core";
import type { AnswerSchema } from "./fetch";
import { type FilterReader, loadFilterReader } from "./filter-reader";
import { doWhenCalm } from "./idle";
import { searchNow } from "./use-typed-search";

type Changes<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };

/** The filters that a page's address has. */
export interface Address<Filters extends object> {
  filters: Filters;
  change: (changes: Changes<Filters>, style?: { replaces?: boolean }) => void;
  clear: () => void;
  isFiltered: boolean;
  schema: AnswerSchema<$ZodObject>;
}

/**
 * Reads the filters of an address; null while the address names nothing that could be one: most pages are opened so, and need no schema
 * then. The page waits for it otherwise. `schema` is the same function with each call.
 */
export function useFilterReader<Schema extends $ZodObject>(
  schema: AnswerSchema<Schema>,
): FilterReader<Schema> | null {
  const isBare = useSearchParams().size === 0;
  useEffect(() => {
    void doWhenCalm([() => loadFilterReader(schema)]);
  }, [schema]);
  return isBare ? null : use(loadFilterReader(schema));
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
export function useFilters<Schema extends $ZodObject>(
  schema: AnswerSchema<Schema>,
): Address<Partial<output<Schema>>> {
  type Filters = Partial<output<Schema>>;
  const address = useSearchParams();
  const reader = useFilterReader(schema);
  const filters: Filters = reader === null ? {} : reader.read(address);
  const change: Address<Filters>["change"] = useFilterChange();
  return {
    schema,
    filters,
    change,
    isFiltered: Object.keys(filters).length > 0,
    clear: () =>
      change(Object.fromEntries((reader?.names ?? []).map((name) => [name, undefined])) as Changes<Filters>),
  };
}
