import { z } from "zod";
import { CLIENT_EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { DELIVERY_STATES } from "@/lib/areas/webhooks/words";
import { SANDBOX_CODES } from "./sandbox";

// Webhooks of a test client: an addition to the interface (rules.md §14).

export const WEBHOOK_PATH = "/api/sandbox/v1/webhook";
export const SANDBOX_WEBHOOK_CODES = [1001, 1002, 1003, 1004, 1006, ...SANDBOX_CODES] as const;

export const webhookRequestSchema = z
  .object({
    url: z.string().min(1).max(2048).meta({
      description:
        "Where events are sent: a public name by `https`. A service that nobody reaches from another machine takes `http` to its own machine as well.",
    }),
    eventTypes: z
      .array(z.enum(CLIENT_EVENT_TYPES))
      .min(1)
      .max(CLIENT_EVENT_TYPES.length)
      .optional()
      .meta({ description: "Types that are sent; absent: all of them." }),
  })
  .meta({ id: "SandboxWebhookFields" });
export const WEBHOOK_REQUEST_EXAMPLE: z.input<typeof webhookRequestSchema> = {
  url: "http://127.0.0.1:8099/",
  eventTypes: ["points.rewarded", "points.redeemed"],
};

const moment = z.iso.datetime();
const attemptSchema = z
  .object({
    at: moment,
    durationMs: z.int(),
    status: z.int().nullable().meta({ description: "HTTP status of the answer; null: none came." }),
    error: z.string().nullable().meta({
      description:
        "Why no answer came: `timeout`, `address_refused`, `connection`, `tls`, `name` or `secret`.",
    }),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "As they were sent; null: nothing was sent." }),
    answer: z.string().meta({ description: "The first 1,000 bytes of the answer." }),
  })
  .meta({ id: "SandboxWebhookAttempt" });

export const sandboxWebhookSchema = z
  .object({
    webhook: z
      .object({
        url: z.string(),
        eventTypes: z.array(z.string()),
        isActive: z
          .boolean()
          .meta({ description: "False: it answered 410, or failed for five days. Name it again." }),
        failingSince: moment.nullable(),
        lastSuccessAt: moment.nullable(),
      })
      .nullable()
      .meta({ description: "Null: none is named." }),
    secret: z
      .string()
      .optional()
      .meta({
        description: "Signing secret, in the answer to PUT and nowhere else.",
        examples: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
      }),
    isDelivered: z
      .boolean()
      .optional()
      .meta({ description: "Of a test event: whether it was answered with 2xx." }),
    deliveries: z
      .array(
        z.object({
          eventId: z.string(),
          type: z.string(),
          state: z.enum(DELIVERY_STATES),
          createdAt: moment,
          nextAttemptAt: moment.nullable(),
          body: z.string().meta({ description: "Byte for byte as it is signed and sent." }),
          attempts: z.array(attemptSchema).meta({ description: "The last ten, the newest first." }),
        }),
      )
      .meta({ description: "The last 25, the newest first." }),
  })
  .meta({ id: "SandboxWebhook" });
export type SandboxWebhook = z.output<typeof sandboxWebhookSchema>;

const BODY =
  '{"id":"evt_p4178","type":"points.rewarded","timestamp":"2026-11-21T11:02:35.000Z","data":{"walletId":1,"logId":4178,"points":150}}';
export const SANDBOX_WEBHOOK_EXAMPLE: SandboxWebhook = {
  webhook: {
    url: "http://127.0.0.1:8099/",
    eventTypes: ["points.rewarded", "points.redeemed"],
    ...{ isActive: true, failingSince: null, lastSuccessAt: "2026-11-21T11:02:36.000Z" },
  },
  deliveries: [
    {
      eventId: "evt_p4178",
      type: "points.rewarded",
      state: "delivered",
      createdAt: "2026-11-21T11:02:35.500Z",
      nextAttemptAt: null,
      body: BODY,
      attempts: [
        {
          ...{ at: "2026-11-21T11:02:36.000Z", durationMs: 12, status: 204, error: null, answer: "" },
          headers: {
            "content-type": "application/json; charset=utf-8",
            "webhook-id": "evt_p4178",
            "webhook-timestamp": "1795258956",
            "webhook-signature": "v1,SUhrglhlSxWUyO8MnG1IDhuOC9Szrxt8gk0z4KY3kqA=",
          },
        },
      ],
    },
  ],
};
