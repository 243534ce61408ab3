"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask, send } from "@/components/kit/contract";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ChangeListView, ListChoices, ListName } from "@/lib/areas/lists/schemas";

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
