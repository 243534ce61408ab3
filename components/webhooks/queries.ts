import { portalPages, portalQuery } from "@/components/kit/query";
import type { WebhookDelivery } from "@/lib/areas/webhooks/schemas";

export const webhooksQuery = portalQuery({
  key: ["webhooks", "list"],
  answer: async () => (await import("@/lib/areas/webhooks/schemas")).webhookListSchema,
  path: "manage/webhooks",
  refetchInterval: 30_000,
});

/** What was or is to be sent to an endpoint. */
export const deliveriesQuery = (webhookId: number, state: WebhookDelivery["state"] | null) =>
  portalPages({
    key: ["webhooks", "deliveries", webhookId, state],
    answer: async () => (await import("@/lib/areas/webhooks/schemas")).deliveryPageSchema,
    path: `manage/webhooks/${webhookId}/deliveries`,
    query: { state },
    refetchInterval: 10_000,
  });
