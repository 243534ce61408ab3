"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type { DealFields, DeskDeal, MoveDealRequest, Publication } from "@/lib/areas/deals/desk-schemas";
import { dealOrderQuery, deskDealQuery } from "./queries";

/** Everything about deals, but for those in an editor that are `spared`. */
const deals =
  (spared: (dealId: unknown) => boolean) =>
  ({ queryKey: [area, ...what] }: { queryKey: readonly unknown[] }) =>
    area === "deals" && !(what[0] === "desk" && what[1] === "one" && spared(what[2]));

/** After a change: the deal is known, and every list of deals is out of date. */
function useDealChanged() {
  const client = useQueryClient();
  return (deal: DeskDeal) => {
    client.setQueryData(deskDealQuery(deal.id).queryKey, deal);
    void client.invalidateQueries({ predicate: deals(() => true) });
  };
}

/** Makes a deal, or saves the one that is named with the version that was read. */
export function useSaveDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      target,
      fields,
      publication,
    }: {
      target: { merchantId: number } | DeskDeal;
      fields: DealFields;
      /** Publishes it in the same act. */
      publication?: Publication | undefined;
    }) =>
      "id" in target
        ? portalFetch(
            async () => (await import("@/lib/areas/deals/desk-schemas")).deskDealSchema,
            `manage/deals/${target.id}`,
            {
              method: "PUT",
              body: { ...fields, version: target.version, publication },
            },
          )
        : portalFetch(
            async () => (await import("@/lib/areas/deals/desk-schemas")).deskDealSchema,
            "manage/deals",
            {
              method: "POST",
              body: { ...fields, merchantId: target.merchantId, publication },
            },
          ),
    onSuccess: useDealChanged(),
    // Refused as a conflict: what it is now has to be seen.
    onError: (_error, { target }) =>
      "id" in target && client.invalidateQueries({ queryKey: deskDealQuery(target.id).queryKey }),
  });
}

export function useMoveDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & MoveDealRequest) =>
      portalFetch(
        async () => (await import("@/lib/areas/deals/desk-schemas")).deskDealSchema,
        `manage/deals/${id}/state`,
        { method: "POST", body },
      ),
    onSuccess: useDealChanged(),
    // It was refused because something is not as this page believes.
    onError: () => outdate(client, "deals"),
  });
}

export function useDeleteDeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      portalFetch(
        async () => (await import("@/lib/areas/deals/desk-schemas")).deletedDealSchema,
        `manage/deals/${id}`,
        { method: "DELETE", query: { version } },
      ),
    onSuccess: (_answer, { id }) => {
      // An open editor of it asks no more; it is about to be left.
      void client.invalidateQueries({ predicate: deals((dealId) => dealId === id) });
    },
    // It was refused because something is not as this page believes.
    onError: () => outdate(client, "deals"),
  });
}

export function useDuplicateDeal() {
  return useMutation({
    mutationFn: (dealId: number) =>
      portalFetch(
        async () => (await import("@/lib/areas/deals/desk-schemas")).deskDealSchema,
        `manage/deals/${dealId}/copies`,
        { method: "POST" },
      ),
    onSuccess: useDealChanged(),
  });
}

export function useUploadPicture() {
  return useMutation({
    mutationFn: (file: File) =>
      portalFetch(
        async () => (await import("@/lib/areas/deals/desk-schemas")).storedPictureSchema,
        "images",
        { method: "POST", file },
      ),
  });
}

export function useOrderDeals(merchantId: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { from: number[]; to: number[] }) =>
      portalFetch(
        async () => (await import("@/lib/areas/deals/desk-schemas")).dealOrderSchema,
        "manage/deals/order",
        { method: "PUT", body: { merchantId, ...order } },
      ),
    onSuccess: (answer) => {
      client.setQueryData(dealOrderQuery(merchantId).queryKey, answer);
      void client.invalidateQueries({ queryKey: ["deals", "list"] });
      void client.invalidateQueries({ queryKey: ["deals", "desk", "list"] });
    },
    // A refusal may mean that the list is not as this page shows it.
    onError: () => client.invalidateQueries({ queryKey: dealOrderQuery(merchantId).queryKey }),
  });
}
