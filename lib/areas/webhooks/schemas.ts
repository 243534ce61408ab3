import * as z from "zod/mini";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { idParameter, idSchema } from "@/lib/portal/wire/id";
import { optionalLine } from "@/lib/portal/wire/safe-text";
import { EVENT_TYPES } from "./event-types";
import { DELIVERY_STATES, PROGRAMME } from "./words";

// Where merchants are told of events, and what came of it.

const momentSchema = z.iso.datetime();
const eventTypeSchema = z.enum(EVENT_TYPES);
/** The areas hold moments as dates; the wire has them as texts. */
const stampSchema = z.pipe(
  z.union([z.date(), z.string()]),
  z.transform((value) => (value instanceof Date ? value.toISOString() : value)),
);

export const webhookSchema = z.object({
  id: idSchema,
  /** Null: the programme's own. */
  merchantId: z.nullable(idSchema),
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(eventTypeSchema),
  isActive: z.boolean(),
  disabledReason: z.nullable(z.enum(["person", "failing", "gone"])),
  disabledAt: z.nullable(stampSchema),
  /** Since when nothing has arrived; null while it works. */
  failingSince: z.nullable(stampSchema),
  lastSuccessAt: z.nullable(stampSchema),
  secrets: z.array(
    z.object({ id: idSchema, last4: z.string(), expiresAt: z.nullable(stampSchema), createdAt: stampSchema }),
  ),
  version: z.int(),
});
export type WebhookEndpoint = z.infer<typeof webhookSchema>;

export const webhookListSchema = z.object({
  webhooks: z.array(webhookSchema),
  /** For those who act for all merchants: whose they can be. */
  merchants: z.array(z.object({ id: idSchema, nameEn: z.string(), nameAr: z.string() })),
});
export type WebhookList = z.infer<typeof webhookListSchema>;

export const issuedWebhookSchema = z.object({ webhook: webhookSchema, secret: z.string() });
export type IssuedWebhookAnswer = z.infer<typeof issuedWebhookSchema>;

const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(2048));
const description = optionalLine(120);
const eventTypes = z.array(eventTypeSchema).check(z.minLength(1), z.maxLength(EVENT_TYPES.length));
const version = z.int().check(z.minimum(1));

export const createWebhookSchema = z.object({
  merchantId: z.union([idSchema, z.literal(PROGRAMME)]),
  url,
  description,
  eventTypes,
});
export const updateWebhookSchema = z.object({ version, url, description, eventTypes });
/** Filters of the list. There are few of them: the browser has them all. */
export const webhookFiltersSchema = z.object({ status: z.optional(z.enum(ACTIVITIES)) });
export const webhookVersionSchema = z.object({ version });
export const webhookParamsSchema = z.object({ webhookId: idParameter });
export const webhookListQuerySchema = z.object({
  merchantId: z.optional(idParameter),
});

const attemptSchema = z.object({
  at: momentSchema,
  durationMs: z.int(),
  /** Null when no answer came; then error says why. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answerStart: z.string(),
  /** A person asked for the delivery. */
  isManual: z.boolean(),
});
export type DeliveryAttempt = z.infer<typeof attemptSchema>;

export const deliverySchema = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.enum(["pending", "delivered", "dead"]),
  attempts: z.int(),
  createdAt: momentSchema,
  nextAttemptAt: z.nullable(momentSchema),
  payload: z.string(),
  /** The newest first. */
  lastAttempts: z.array(attemptSchema),
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

export const deliveryPageSchema = z.object({
  deliveries: z.array(deliverySchema),
  nextCursor: z.nullable(z.string()),
});
export const deliveryQuerySchema = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
});
export type DeliveryQuery = z.infer<typeof deliveryQuerySchema>;

export const deliveryParamsSchema = z.object({
  ...webhookParamsSchema.shape,
  deliveryId: z.string().check(z.regex(/^\d{1,18}$/)),
});

export const attemptAnswerSchema = z.object({ isDelivered: z.boolean(), attempt: attemptSchema });
export type AttemptAnswer = z.infer<typeof attemptAnswerSchema>;

export const removedSchema = z.object({ isRemoved: z.literal(true) });
