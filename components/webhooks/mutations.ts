"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { input } from "zod/v4/core";
import { required } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import type {
  AttemptAnswer,
  createWebhookSchema,
  updateWebhookSchema,
  WebhookEndpoint,
} from "@/lib/areas/webhooks/schemas";

const PATH = "manage/webhooks";

/** An endpoint as it is now, for whoever was told that it is another than they read. */
export async function readWebhook(webhookId: number): Promise<WebhookEndpoint> {
  const { webhooks } = await portalFetch(
    async () => (await import("@/lib/areas/webhooks/schemas")).webhookListSchema,
    PATH,
  );
  return required(webhooks.find(({ id }) => id === webhookId));
}

/** Adds an endpoint; the answer carries its secret, this once. */
export function useAddWebhook() {
  return useWebhookChange((body: input<typeof createWebhookSchema>) =>
    portalFetch(async () => (await import("@/lib/areas/webhooks/schemas")).issuedWebhookSchema, PATH, {
      method: "POST",
      body,
    }),
  );
}

export function useChangeWebhook(webhookId: number) {
  return useWebhookChange((body: input<typeof updateWebhookSchema>) =>
    portalFetch(
      async () => (await import("@/lib/areas/webhooks/schemas")).webhookSchema,
      `${PATH}/${webhookId}`,
      { method: "PATCH", body },
    ),
  );
}

export function useRotateSecret() {
  return useWebhookChange(({ id, version }: WebhookEndpoint) =>
    portalFetch(
      async () => (await import("@/lib/areas/webhooks/schemas")).issuedWebhookSchema,
      `${PATH}/${id}/rotate`,
      { method: "POST", body: { version } },
    ),
  );
}

export function useSetActive() {
  return useWebhookChange(({ id, isActive }: { id: number; isActive: boolean }) =>
    portalFetch(
      async () => (await import("@/lib/areas/webhooks/schemas")).webhookSchema,
      `${PATH}/${id}/${isActive ? "enable" : "disable"}`,
      { method: "POST" },
    ),
  );
}

export function useRemoveWebhook() {
  return useWebhookChange(({ id }: { id: number }) =>
    portalFetch(async () => (await import("@/lib/areas/webhooks/schemas")).removedSchema, `${PATH}/${id}`, {
      method: "DELETE",
    }),
  );
}

export function useTestWebhook() {
  return useWebhookChange(
    ({ id }: { id: number }): Promise<AttemptAnswer> =>
      portalFetch(
        async () => (await import("@/lib/areas/webhooks/schemas")).attemptAnswerSchema,
        `${PATH}/${id}/test`,
        { method: "POST" },
      ),
  );
}

export function useResend() {
  return useWebhookChange(
    ({ webhookId, deliveryId }: { webhookId: number; deliveryId: string }): Promise<AttemptAnswer> =>
      portalFetch(
        async () => (await import("@/lib/areas/webhooks/schemas")).attemptAnswerSchema,
        `${PATH}/${webhookId}/deliveries/${deliveryId}/resend`,
        {
          method: "POST",
        },
      ),
  );
}

/** Whatever came of a change, what is shown is read again. A secret does not stay in the cache. */
function useWebhookChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSettled: () => outdate(cache, "webhooks"),
  });
}
