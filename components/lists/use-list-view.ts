"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import type { $ZodObject } from "zod/v4/core";
import { ask, send } from "@/components/kit/contract";
import { filterNames } from "@/components/kit/use-filters";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ChangeListView, ListChoices, ListName, ListView } from "@/lib/areas/lists/schemas";
import { readFilters } from "@/lib/portal/wire/read-filters";

/** Names the chosen view in the address; another person's stands for none. */
const VIEW = "view";

export interface ListViewState {
  list: ListName;
  views: readonly ListView[];
  /** The one that the address names; undefined for none. */
  view: ListView | undefined;
  /** Filters of the list, as they stand in the address. */
  filters: Record<string, string>;
  /** Whether the filters are others than those of the view. */
  isChanged: boolean;
  hiddenColumns: readonly string[];
  /** Opens a view, or the whole list. */
  open: (view: ListView | null) => void;
  /** Says in the address that what is filtered now is this view. */
  name: (view: ListView) => void;
}

/** The view of a list that the address says: its filters are the address's, its columns its own. Null for a list without a name. */
export function useListView(
  name: ListName | undefined,
  schema: $ZodObject | undefined,
): ListViewState | null {
  const list: ListName = name ?? "deals";
  const { data } = useQuery({ ...ask(api.listChoices, { params: { list } }), enabled: name !== undefined });
  const pathname = usePathname();
  const address = useSearchParams();
  const views = data?.views ?? [];
  const view = views.find(({ id }) => String(id) === address.get(VIEW));
  const names = schema ? filterNames(schema) : [];
  // Values that the list does not know are no filters.
  const filters = Object.fromEntries(
    Object.keys(schema ? readFilters(schema, address) : {}).map((name) => [name, address.get(name) ?? ""]),
  );
  const show = (values: Readonly<Record<string, string>>, viewId: number | "all") => {
    const next = new URLSearchParams(window.location.search);
    for (const name of names) next.delete(name);
    for (const [name, value] of Object.entries(values)) if (names.includes(name)) next.set(name, value);
    next.set(VIEW, String(viewId));
    window.history.pushState(null, "", `${pathname}?${next}`);
  };
  if (name === undefined) return null;
  return {
    list,
    views,
    view,
    filters,
    isChanged: view !== undefined && !isSame(view.filters, filters),
    hiddenColumns: view?.hiddenColumns ?? data?.hiddenColumns ?? [],
    open: (chosen) => show(chosen?.filters ?? {}, chosen?.id ?? "all"),
    name: (saved) => show(filters, saved.id),
  };
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** A change of what the user has made of a list, whose answer is all of it. */
export function useListChange<Input>(list: ListName, change: (input: Input) => Promise<ListChoices>) {
  const client = useQueryClient();
  const { queryKey } = ask(api.listChoices, { params: { list } });
  return useMutation({
    mutationFn: change,
    onSuccess: (choices) => client.setQueryData(queryKey, choices),
    // The server has another state than this page: read the list again.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export function useChangeView(list: ListName) {
  return useListChange(list, ({ viewId, ...body }: ChangeListView & { viewId: number }) =>
    send(api.changeListView, { params: { list, viewId }, body }),
  );
}
