"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ManagedBranch } from "@/lib/areas/branches/desk-schemas";
import { branchesQuery } from "./queries";

/** All branches of a merchant, open and closed, for choosing some of them: page after page without being asked. */
export function useBranchesOf(merchantId: number | null): readonly ManagedBranch[] {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    branchesQuery({ merchant: merchantId ?? undefined }),
  );
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (merchantId === null) return [];
  return (data?.pages.flatMap(({ branches }) => branches) ?? []).filter(
    (branch) => branch.merchantId === merchantId,
  );
}
