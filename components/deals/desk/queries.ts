"use client";

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type DealAnswer,
  type DealAnswerRequest,
  type DealDeskChoices,
  type DealFields,
  type DeskDeal,
  type DeskFilters,
  dealAnswerSchema,
  dealDeskChoicesSchema,
  dealOrderSchema,
  deletedDealSchema,
  deskDealSchema,
  deskListSchema,
  storedPictureSchema,
} from "@/lib/areas/deals/desk-schemas";
import type { DealMove } from "@/lib/areas/deals/states";

/** Deals begin and end by themselves, and others work on them: an open page looks again when it is come back to. */
const LIVELY = { refetchOnWindowFocus: true } as const;

/** The managed deals that meet the filters, page after page; while others are being fetched, those shown last. */
export function useDeskDeals(filters: DeskFilters) {
  return useInfiniteQuery({
    queryKey: keys.dealDesk.list(filters),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(deskListSchema, "manage/deals", { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    ...LIVELY,
  });
}

export function useDeskChoices() {
  return useQuery<DealDeskChoices>({
    queryKey: keys.dealDesk.choices,
    queryFn: ({ signal }) => portalFetch(dealDeskChoicesSchema, "manage/deals/choices", { signal }),
    ...LIVELY,
  });
}

/** One deal for its editor; null asks for none. */
export function useDeskDeal(dealId: number | null) {
  return useQuery<DeskDeal>({
    queryKey: keys.dealDesk.one(dealId ?? 0),
    queryFn: ({ signal }) => portalFetch(deskDealSchema, `manage/deals/${dealId}`, { signal }),
    enabled: dealId !== null,
    ...LIVELY,
  });
}

/** After a change: the deal is known, and every list of deals is out of date. */
function useDealChanged() {
  const client = useQueryClient();
  return (deal: DeskDeal) => {
    client.setQueryData<DeskDeal>(keys.dealDesk.one(deal.id), deal);
    const isOutdated = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === keys.deals.all[0] || (queryKey[0] === keys.dealDesk.all[0] && queryKey[1] !== "one");
    void client.invalidateQueries({ predicate: isOutdated });
  };
}

/** Makes a deal, or saves the one that is named with the version that was read. */
export function useSaveDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ target, fields }: { target: { merchantId: number } | DeskDeal; fields: DealFields }) =>
      "id" in target
        ? portalFetch(deskDealSchema, `manage/deals/${target.id}`, {
            method: "PUT",
            body: { ...fields, version: target.version },
          })
        : portalFetch(deskDealSchema, "manage/deals", {
            method: "POST",
            body: { ...fields, merchantId: target.merchantId },
          }),
    onSuccess: useDealChanged(),
    // Refused as a conflict: what it is now has to be seen.
    onError: (_error, { target }) =>
      "id" in target && client.invalidateQueries({ queryKey: keys.dealDesk.one(target.id) }),
  });
}

export function useMoveDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, move }: { id: number; version: number; move: DealMove }) =>
      portalFetch(deskDealSchema, `manage/deals/${id}/state`, { method: "POST", body: { version, move } }),
    onSuccess: useDealChanged(),
    // It was refused because something is not as this page believes.
    onError: () => client.invalidateQueries({ queryKey: keys.dealDesk.all }),
  });
}

export function useDeleteDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      portalFetch(deletedDealSchema, `manage/deals/${id}`, { method: "DELETE", query: { version } }),
    onSuccess: (_answer, { id }) => {
      // An open editor of it asks no more; it is about to be left.
      const isAffected = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        queryKey[0] === keys.dealDesk.all[0] && !(queryKey[1] === "one" && queryKey[2] === id);
      void client.invalidateQueries({ predicate: isAffected });
    },
    // It was refused because something is not as this page believes.
    onError: () => client.invalidateQueries({ queryKey: keys.dealDesk.all }),
  });
}

export function useDuplicateDeal() {
  return useMutation({
    mutationFn: (dealId: number) =>
      portalFetch(deskDealSchema, `manage/deals/${dealId}/copies`, { method: "POST" }),
    onSuccess: useDealChanged(),
  });
}

export function useUploadPicture() {
  return useMutation({
    mutationFn: (file: File) => portalFetch(storedPictureSchema, "images", { method: "POST", file }),
  });
}

/** The deals that can be put in order: those of a merchant, or with null those of all. */
export function useDealOrder(merchantId: number | null) {
  return useQuery({
    queryKey: keys.dealDesk.order(merchantId),
    queryFn: ({ signal }) =>
      portalFetch(dealOrderSchema, "manage/deals/order", { query: { merchant: merchantId }, signal }),
  });
}

export function useOrderDeals(merchantId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { from: number[]; to: number[] }) =>
      portalFetch(dealOrderSchema, "manage/deals/order", { method: "PUT", body: { merchantId, ...order } }),
    onSuccess: (answer) => {
      client.setQueryData(keys.dealDesk.order(merchantId), answer);
      void client.invalidateQueries({ queryKey: keys.dealDesk.lists });
      void client.invalidateQueries({ queryKey: keys.deals.all });
    },
  });
}

/** What GetDeals answers. */
export function useDealAnswer(request: DealAnswerRequest) {
  return useQuery<DealAnswer>({
    queryKey: keys.dealDesk.answer(request),
    queryFn: ({ signal }) => portalFetch(dealAnswerSchema, "manage/deals/answer", { query: request, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
