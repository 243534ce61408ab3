"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type {
  movePromotionSchema,
  Promotion,
  promotionFieldsSchema,
  stackingSchema,
  TrialRequest,
  updatePromotionSchema,
} from "@/lib/areas/promotions/schemas";
import { promotionsQuery } from "./queries";

function usePromotionMutation<Input>(
  send: (input: Input) => { path: string; method: "POST" | "PUT"; body: unknown },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = send(input);
      return portalFetch(
        async () => (await import("@/lib/areas/promotions/schemas")).promotionsSchema,
        path,
        options,
      );
    },
    onSuccess: (answer) => client.setQueryData(promotionsQuery.queryKey, answer),
    // It was refused because something is not as this page believes.
    onError: () => outdate(client, "promotions"),
  });
}

/** A promotion as it is now, for whoever was told that it is another than they read. */
export async function readPromotion(promotionId: number): Promise<Promotion> {
  const { promotions } = await portalFetch(
    async () => (await import("@/lib/areas/promotions/schemas")).promotionsSchema,
    "manage/promotions",
  );
  return required(promotions.find(({ id }) => id === promotionId));
}

export function useAddPromotion() {
  return usePromotionMutation((body: input<typeof promotionFieldsSchema>) => ({
    path: "manage/promotions",
    method: "POST",
    body,
  }));
}

export function useChangePromotion(promotionId: number) {
  return usePromotionMutation((body: input<typeof updatePromotionSchema>) => ({
    path: `manage/promotions/${promotionId}`,
    method: "PUT",
    body,
  }));
}

export function useMovePromotion() {
  return usePromotionMutation(({ id, ...body }: { id: number } & input<typeof movePromotionSchema>) => ({
    path: `manage/promotions/${id}/state`,
    method: "POST",
    body,
  }));
}

export function useStacking() {
  return usePromotionMutation((body: input<typeof stackingSchema>) => ({
    path: "manage/promotions/stacking",
    method: "PUT",
    body,
  }));
}

/** Tries a bill. */
export function useTrial() {
  return useMutation({
    mutationFn: (body: TrialRequest) =>
      portalFetch(
        async () => (await import("@/lib/areas/promotions/schemas")).trialSchema,
        "manage/promotions/trials",
        { method: "POST", body },
      ),
  });
}

/** What a rule would have given. */
export function useLookBack() {
  return useMutation({
    mutationFn: (body: input<typeof promotionFieldsSchema>) =>
      portalFetch(
        async () => (await import("@/lib/areas/promotions/schemas")).lookBackSchema,
        "manage/promotions/look-back",
        { method: "POST", body },
      ),
  });
}
