"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type { CategoryFields, DeskCategory, updateCategorySchema } from "@/lib/areas/categories/schemas";
import { categoriesQuery } from "./queries";

function useCategoryMutation<Input>(
  send: (input: Input) => { path: string; method: "POST" | "PUT" | "PATCH"; body: unknown },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(
        async () => (await import("@/lib/areas/categories/schemas")).deskCategoriesSchema,
        path,
        options,
      );
    },
    onSuccess: (answer) => {
      client.setQueryData(categoriesQuery.queryKey, answer);
      void outdate(client, "deals");
    },
    // It was refused because something is not as this page believes.
    onError: () => outdate(client, "categories"),
  });
}

/** A category as it is now, for whoever was told that it is another than they read. */
export async function readCategory(categoryId: number): Promise<DeskCategory> {
  const { categories } = await portalFetch(
    async () => (await import("@/lib/areas/categories/schemas")).deskCategoriesSchema,
    "manage/categories",
  );
  return required(categories.find(({ id }) => id === categoryId));
}

export function useAddCategory() {
  return useCategoryMutation((body: CategoryFields) => ({ path: "manage/categories", method: "POST", body }));
}

export function useChangeCategory(categoryId: number) {
  return useCategoryMutation((body: input<typeof updateCategorySchema>) => ({
    path: `manage/categories/${categoryId}`,
    method: "PUT",
    body,
  }));
}

/** Takes a category out of use, or into use again. */
export function useActivateCategory() {
  return useCategoryMutation(({ id, isActive }: { id: number; isActive: boolean }) => ({
    path: `manage/categories/${id}`,
    method: "PATCH",
    body: { isActive },
  }));
}
