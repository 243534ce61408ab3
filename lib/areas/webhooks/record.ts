import * as z from "zod/mini";
import { kept, record, shown, shownMoment, written } from "@/lib/portal/record";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { idParameter, idSchema, namedSchema, versionSchema } from "@/lib/portal/wire/id";
import { optionalLine } from "@/lib/portal/wire/safe-text";
import { EVENT_TYPES } from "./event-types";
import { DELIVERY_STATES, PROGRAMME } from "./words";

const momentOrNone = z.nullable(z.date());

/** Where a merchant is told of events. */
export const webhook = record({
  /** Null: the programme's own. */
  merchantId: shown(z.nullable(idSchema)),
  /** The test client that named it by the API; null: no client's. */
  clientId: shown(z.nullable(idSchema)),
  url: written(z.string().check(z.trim(), z.minLength(1), z.maxLength(2048))),
  description: written(optionalLine(120)),
  eventTypes: written(z.array(z.enum(EVENT_TYPES)).check(z.minLength(1), z.maxLength(EVENT_TYPES.length))),
  isActive: shown(z.boolean()),
  /** Why it is not active: a person's wish, nothing arrived for days, or it said that it is gone. */
  disabledReason: shown(z.nullable(z.enum(["person", "failing", "gone"]))),
  disabledAt: shown(momentOrNone),
  /** Since when nothing has arrived; null while it works. */
  failingSince: shown(momentOrNone),
  lastSuccessAt: shown(momentOrNone),
  /** The secrets that are signed with, the newest first; a second one only during a rotation. */
  secrets: shown(
    z.array(z.object({ id: idSchema, last4: z.string(), expiresAt: momentOrNone, createdAt: z.date() })),
  ),
  createdAt: kept(z.date()),
  updatedAt: kept(z.date()),
});

export const create = z.extend(webhook.create, { merchantId: z.union([idSchema, z.literal(PROGRAMME)]) });
export const { change, answer } = webhook;
/** The only answers that ever carry the secret. */
export const issued = z.object({ webhook: answer, secret: z.string() });

export const list = z.object({
  webhooks: z.array(answer),
  /** For those who act for all merchants: whose they can be. */
  merchants: z.array(namedSchema),
});
/** Filters of the list. There are few of them: the browser has them all. */
export const filters = z.object({ status: z.optional(z.enum(ACTIVITIES)) });
export const listQuery = z.object({ merchantId: z.optional(idParameter) });

export const target = z.object({ webhookId: idParameter });
export const versionBody = z.object({ version: versionSchema });
export const removed = z.object({ isRemoved: z.literal(true) });
export { manyAnswerSchema as manyAnswer, manySchema as many } from "@/lib/portal/wire/many";

const attempt = z.object({
  at: shownMoment,
  durationMs: z.int(),
  /** Null when no answer came; then error says why. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  answerStart: z.string(),
  /** As they were sent; null where nothing was, and for attempts of before. */
  headers: z.nullable(z.record(z.string(), z.string())),
  /** A person asked for the delivery. */
  isManual: z.boolean(),
});
export const attemptAnswer = z.object({ isDelivered: z.boolean(), attempt });

const delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: shownMoment,
  nextAttemptAt: z.nullable(shownMoment),
  payload: z.string(),
  /** The newest first. */
  lastAttempts: z.array(attempt),
});
export const deliveryPage = z.object({ deliveries: z.array(delivery), nextCursor: z.nullable(z.string()) });

const deliveryId = z.string().check(z.regex(/^\d{1,18}$/));
export const deliveryQuery = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  cursor: z.optional(deliveryId),
});
export const deliveryTarget = z.extend(target, { deliveryId });

export type WebhookView = ReturnType<typeof webhook.view>;
export type WebhookFields = Omit<z.infer<typeof create>, "merchantId">;
export type WebhookEndpoint = z.infer<typeof answer>;
export type WebhookList = z.infer<typeof list>;
export type IssuedWebhookAnswer = z.infer<typeof issued>;
export type DeliveryAttempt = z.infer<typeof attempt>;
export type WebhookDelivery = z.infer<typeof delivery>;
export type DeliveryQuery = z.infer<typeof deliveryQuery>;
