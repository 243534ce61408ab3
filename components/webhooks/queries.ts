"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { keys } from "@/components/kit/keys";
import {
  type AttemptAnswer,
  attemptAnswerSchema,
  type createWebhookSchema,
  deliveryPageSchema,
  issuedWebhookSchema,
  removedSchema,
  type updateWebhookSchema,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookListSchema,
  webhookSchema,
} from "@/lib/areas/webhooks/schemas";

const PATH = "manage/webhooks";

export function useWebhooks() {
  return useQuery({
    queryKey: keys.webhooks.list,
    queryFn: ({ signal }) => portalFetch(webhookListSchema, PATH, { signal }),
    refetchInterval: 30_000,
  });
}

/** What was or is to be sent to an endpoint, page after page. */
export function useDeliveries(webhookId: number, state: WebhookDelivery["state"] | null) {
  return useInfiniteQuery({
    queryKey: keys.webhooks.deliveries(webhookId, state),
    queryFn: ({ pageParam, signal }) =>
      portalFetch(deliveryPageSchema, `${PATH}/${webhookId}/deliveries`, {
        query: { state, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 10_000,
  });
}

/** An endpoint as it is now, for whoever was told that it is another than they read. */
export async function readWebhook(webhookId: number): Promise<WebhookEndpoint> {
  const { webhooks } = await portalFetch(webhookListSchema, PATH);
  return required(webhooks.find(({ id }) => id === webhookId));
}

/** Adds an endpoint; the answer carries its secret, this once. */
export function useAddWebhook() {
  return useWebhookChange((body: input<typeof createWebhookSchema>) =>
    portalFetch(issuedWebhookSchema, PATH, { method: "POST", body }),
  );
}

export function useChangeWebhook(webhookId: number) {
  return useWebhookChange((body: input<typeof updateWebhookSchema>) =>
    portalFetch(webhookSchema, `${PATH}/${webhookId}`, { method: "PATCH", body }),
  );
}

export function useRotateSecret() {
  return useWebhookChange(({ id, version }: WebhookEndpoint) =>
    portalFetch(issuedWebhookSchema, `${PATH}/${id}/rotate`, { method: "POST", body: { version } }),
  );
}

export function useSetActive() {
  return useWebhookChange(({ id, isActive }: { id: number; isActive: boolean }) =>
    portalFetch(webhookSchema, `${PATH}/${id}/${isActive ? "enable" : "disable"}`, { method: "POST" }),
  );
}

export function useRemoveWebhook() {
  return useWebhookChange(({ id }: { id: number }) =>
    portalFetch(removedSchema, `${PATH}/${id}`, { method: "DELETE" }),
  );
}

export function useTestWebhook() {
  return useWebhookChange(
    ({ id }: { id: number }): Promise<AttemptAnswer> =>
      portalFetch(attemptAnswerSchema, `${PATH}/${id}/test`, { method: "POST" }),
  );
}

export function useResend() {
  return useWebhookChange(
    ({ webhookId, deliveryId }: { webhookId: number; deliveryId: string }): Promise<AttemptAnswer> =>
      portalFetch(attemptAnswerSchema, `${PATH}/${webhookId}/deliveries/${deliveryId}/resend`, {
        method: "POST",
      }),
  );
}

/** Whatever came of a change, what is shown is read again. A secret does not stay in the cache. */
function useWebhookChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.webhooks.all }),
  });
}
