import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { EventGroup } from "./events";

export const WEBHOOK_NAMES: Record<EventGroup | "test", { operationId: string; summary: string }> = {
  points: { operationId: "PointsWebhook", summary: "Points of a wallet moved" },
  wallet: { operationId: "WalletWebhook", summary: "A wallet was opened or changed" },
  deal: { operationId: "DealWebhook", summary: "A deal was made, changed or deleted" },
  coupon: { operationId: "CouponWebhook", summary: "A coupon was issued, used or ended" },
  anchor: { operationId: "AnchorWebhook", summary: "The logs were signed" },
  security: { operationId: "SecurityWebhook", summary: "A grave security event" },
  test: { operationId: "TestWebhook", summary: "Somebody pressed the test button" },
};

/** A message to a receiver, after the Standard Webhooks specification. */
export function webhook(
  schema: z.ZodType,
  { operationId, summary }: { operationId: string; summary: string },
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    description:
      "Sent to the addresses that the portal keeps. Answer 2xx within 10 seconds; anything else is tried again for a day, and later events of the same wallet or deal wait for it. The same `webhook-id` may come twice.",
    tags: ["Events"],
    security: [],
    requestParams: {
      header: z.object({
        "webhook-id": z.string().meta({ description: "The event's `id`.", examples: ["evt_p4178"] }),
        "webhook-timestamp": z
          .string()
          .meta({ description: "When it was sent, in seconds since 1970.", examples: ["1795258955"] }),
        "webhook-signature": z.string().meta({
          description:
            "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base 64; one for each valid secret, separated by spaces.",
          examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
        }),
      }),
    },
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Received. What the answer holds is not looked at." },
      "4XX": { description: "Tried again later; 410 disables the endpoint." },
    },
  };
}
