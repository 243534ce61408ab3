"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { askPages } from "@/components/kit/contract";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";

/** All branches of a merchant, open and closed, for choosing some of them: page after page without being asked. */
export function useBranchesOf(merchantId: number | null): readonly ManagedBranch[] {
  return useKnownBranchesOf(merchantId) ?? [];
}

/** The same; null until the first of them have come. */
export function useKnownBranchesOf(merchantId: number | null): readonly ManagedBranch[] | null {
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    askPages(
      api.list,
      { body: { merchant: merchantId ?? undefined } },
      { placeholderData: keepPreviousData, refetchOnWindowFocus: "always" },
    ),
  );
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (merchantId === null) return [];
  if (data === undefined || isPlaceholderData) return null;
  return data.pages.flatMap(({ branches }) => branches).filter((branch) => branch.merchantId === merchantId);
}
