"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import { type CategoryFields, type DeskCategory, deskCategoriesSchema } from "@/lib/areas/deals/desk-schemas";

export function useCategories() {
  return useQuery({
    queryKey: keys.categories,
    queryFn: ({ signal }) => portalFetch(deskCategoriesSchema, "manage/categories", { signal }),
    refetchOnWindowFocus: true,
  });
}

function useCategoryMutation<Input>(
  send: (input: Input) => { path: string; method: "POST" | "PUT" | "PATCH"; body: unknown },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(deskCategoriesSchema, path, options);
    },
    onSuccess: (answer) => {
      client.setQueryData(keys.categories, answer);
      void client.invalidateQueries({ queryKey: keys.deals.all });
      void client.invalidateQueries({ queryKey: keys.dealDesk.all });
    },
    // It was refused because something is not as this page believes.
    onError: () => client.invalidateQueries({ queryKey: keys.categories }),
  });
}

/** Makes a category, or changes the one that is named with the version that was read. */
export function useSaveCategory() {
  return useCategoryMutation(
    ({ category, fields }: { category: DeskCategory | null; fields: CategoryFields }) =>
      category === null
        ? { path: "manage/categories", method: "POST", body: fields }
        : {
            path: `manage/categories/${category.id}`,
            method: "PUT",
            body: { ...fields, version: category.version },
          },
  );
}

/** Takes a category out of use, or into use again. */
export function useActivateCategory() {
  return useCategoryMutation(({ id, isActive }: { id: number; isActive: boolean }) => ({
    path: `manage/categories/${id}`,
    method: "PATCH",
    body: { isActive },
  }));
}
