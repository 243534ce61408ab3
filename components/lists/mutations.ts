"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type PortalFetchOptions, portalFetch } from "@/components/kit/fetch";
import type { ChangeListView, ListName, SaveListView } from "@/lib/areas/lists/schemas";
import { listChoicesQuery } from "./queries";

/** A change of what the user has made of a list, whose answer is all of it. */
function useListChange<Input>(
  list: ListName,
  send: (input: Input) => { path: string } & Pick<PortalFetchOptions, "method" | "body">,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(
        async () => (await import("@/lib/areas/lists/schemas")).listChoicesSchema,
        `account/lists/${list}/${path}`,
        options,
      );
    },
    onSuccess: (choices) => client.setQueryData(listChoicesQuery(list).queryKey, choices),
    // It was refused because something is not as this page believes.
    onError: () => client.invalidateQueries({ queryKey: listChoicesQuery(list).queryKey }),
  });
}

export function useSaveView(list: ListName) {
  return useListChange(list, (body: SaveListView) => ({ path: "views", method: "POST", body }));
}

export function useChangeView(list: ListName) {
  return useListChange(list, ({ viewId, ...body }: ChangeListView & { viewId: number }) => ({
    path: `views/${viewId}`,
    method: "PATCH",
    body,
  }));
}

export function useRemoveView(list: ListName) {
  return useListChange(list, ({ viewId }: { viewId: number }) => ({
    path: `views/${viewId}`,
    method: "DELETE",
  }));
}

export function useHideColumns(list: ListName) {
  return useListChange(list, (hiddenColumns: string[]) => ({
    path: "columns",
    method: "PUT",
    body: { hiddenColumns },
  }));
}
