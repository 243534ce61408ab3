"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type Deal,
  type DealChoices,
  type DealFilters,
  dealChoicesSchema,
  dealPageSchema,
  dealSchema,
} from "@/lib/areas/deals/schemas";

/** Deals come and go by themselves: an open page looks again this often, and when it is come back to. */
const LIVELY = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/** The live deals that meet the filters, page after page; while others are being fetched, those shown last. */
export function useDeals(filters: DealFilters) {
  return useInfiniteQuery({
    queryKey: keys.deals.list(filters),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(dealPageSchema, "deals", { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...LIVELY,
  });
}

const NO_CHOICES: DealChoices = { categories: [], merchants: [], branches: [], ratePlans: [] };

/** What the live deals can be filtered by; nothing while that is not known. */
export function useDealChoices(): DealChoices {
  const { data = NO_CHOICES } = useQuery({
    queryKey: keys.deals.choices,
    queryFn: ({ signal }) => portalFetch(dealChoicesSchema, "deals/choices", { signal }),
    ...LIVELY,
  });
  return data;
}

/** One deal. Fails with code `not_found` when it is not live (any more). */
export function useDeal(dealId: number) {
  return useQuery<Deal>({
    queryKey: keys.deals.one(dealId),
    queryFn: ({ signal }) => portalFetch(dealSchema, `deals/${dealId}`, { signal }),
    ...LIVELY,
  });
}
