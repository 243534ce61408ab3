import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import { EVENT_TYPES, type EventType } from "./event-types";

/** Where a merchant is told of events. */
export interface WebhookView {
  id: number;
  /** Null: the programme's own. */
  merchantId: number | null;
  url: string;
  description: string;
  eventTypes: EventType[];
  isActive: boolean;
  /** Why it is not active: a person's wish, nothing arrived for days, or it said that it is gone. */
  disabledReason: "person" | "failing" | "gone" | null;
  disabledAt: Date | null;
  /** Since when nothing has arrived; null while it works. */
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  /** The secrets that are signed with, the newest first; a second one only during a rotation. */
  secrets: { id: number; last4: string; expiresAt: Date | null; createdAt: Date }[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const WEBHOOK_PARTS = {
  webhookSecrets: {
    select: { id: true, last4: true, expiresAt: true, createdAt: true },
    orderBy: { id: "desc" },
  },
} as const satisfies Prisma.WebhookEndpointInclude;

export type WebhookRow = Prisma.WebhookEndpointGetPayload<{ include: typeof WEBHOOK_PARTS }>;

export function webhookView(row: WebhookRow, now: Date): WebhookView {
  const { id, merchantId, url, description, disabledAt, failingSince, lastSuccessAt, version } = row;
  return {
    id,
    merchantId,
    url,
    description,
    eventTypes: EVENT_TYPES.filter((type) => row.eventTypes.includes(type)),
    isActive: row.state === "active",
    disabledReason: row.disabledReason as WebhookView["disabledReason"],
    disabledAt,
    failingSince,
    lastSuccessAt,
    secrets: row.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
    version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The audit log's copy of an endpoint: the state of its deliveries is no administrative act. */
function webhookSnapshot({ secrets, failingSince, lastSuccessAt, ...webhook }: WebhookView) {
  return { ...webhook, credentials: secrets.map(({ last4, expiresAt }) => ({ last4, expiresAt })) };
}

/**
 * Locks and reads an endpoint of a merchant of the actor's.
 * @throws AdminError not_found
 */
export async function lockWebhook({ tx, actor, now }: Act, webhookId: number): Promise<WebhookView> {
  await lockRow(tx, "webhook", webhookId);
  const row = await tx.webhookEndpoint.findUnique({ where: { id: webhookId }, include: WEBHOOK_PARTS });
  return requireOwnWebhook(row, actor, now);
}

/** @throws AdminError not_found for none, for one that was removed, and for that of a foreign merchant */
export function requireOwnWebhook(row: WebhookRow | null, actor: AdminActor, now: Date): WebhookView {
  if (row === null || row.state === "deleted" || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "webhook" });
  return webhookView(row, now);
}

/** Writes a change of a locked endpoint, with its audit row. */
export async function changeWebhook(
  { tx, now, record }: Act,
  before: WebhookView,
  data: Prisma.WebhookEndpointUncheckedUpdateInput,
): Promise<WebhookView> {
  const row = await tx.webhookEndpoint.update({
    where: { id: before.id },
    data: { ...data, version: { increment: 1 }, updatedAt: now },
    include: WEBHOOK_PARTS,
  });
  const after = webhookView(row, now);
  await record({
    subject: "webhook",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: webhookSnapshot(before),
    after: webhookSnapshot(after),
  });
  return after;
}

/** Writes down that an endpoint was made. */
export async function recordNewWebhook({ record }: Act, webhook: WebhookView): Promise<void> {
  const { id, merchantId } = webhook;
  await record({
    subject: "webhook",
    subjectId: id,
    merchantId,
    before: null,
    after: webhookSnapshot(webhook),
  });
}
