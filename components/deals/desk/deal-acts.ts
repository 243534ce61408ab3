"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Asked, ask, send, sendWeighed } from "@/components/kit/contract";
import { outdate } from "@/components/kit/query";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskDeal } from "@/lib/areas/deals/desk-schemas";

const keyOf = (dealId: number) => ask(api.deskOne, { params: { dealId } }).queryKey;

/** Outdates all answers about deals but those that an editor has open: of every deal, or of the one that is `spared`. */
function outdateLists(client: QueryClient, spared?: number): void {
  const isSpared = (name: unknown, params: unknown) =>
    name === api.deskOne.name && (spared === undefined || (params as { dealId: number }).dealId === spared);
  void client.invalidateQueries({
    predicate: ({ queryKey: [area, name, params] }) => area === api.deskOne.area && !isSpared(name, params),
  });
}

/** After a change: the deal is known, and every list of deals is out of date. */
export function useDealChanged() {
  const client = useQueryClient();
  return (deal: DeskDeal) => {
    client.setQueryData(keyOf(deal.id), deal);
    outdateLists(client);
  };
}

export function useMoveDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked<typeof api.move>) => sendWeighed(api.move, asked),
    onSuccess: useDealChanged(),
    // The server has another state than this page: read the list again.
    onError: () => outdate(client, "deals"),
  });
}

export function useDeleteDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      send(api.remove, { params: { dealId: id }, query: { version } }),
    // An open editor of it asks no more; it is about to be left.
    onSuccess: (_answer, { id }) => outdateLists(client, id),
    // The server has another state than this page: read the list again.
    onError: () => outdate(client, "deals"),
  });
}

export function useDuplicateDeal() {
  return useMutation({
    mutationFn: (dealId: number) => send(api.duplicate, { params: { dealId } }),
    onSuccess: useDealChanged(),
  });
}
