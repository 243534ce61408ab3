"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { askPages } from "@/components/kit/contract";
import { branches as api } from "@/lib/areas/branches/contract";
import type { ManagedBranch } from "@/lib/areas/branches/record";

/** All branches of a merchant, open and closed, for choosing some of them: page after page without being asked. */
export function useBranchesOf(merchantId: number | null): readonly ManagedBranch[] {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
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
  return (data?.pages.flatMap(({ branches }) => branches) ?? []).filter(
    (branch) => branch.merchantId === merchantId,
  );
}
