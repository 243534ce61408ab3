import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireOwnWebhook, WEBHOOK_PARTS, type WebhookView, webhookView } from "./webhook-view";

/**
 * The endpoints of a merchant, or of all merchants for an operator, by number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listWebhooks(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<WebhookView[]> {
  requirePermission(actor, "webhook.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.webhookEndpoint.findMany({
    where: { state: { not: "deleted" }, ...(merchantId !== undefined && { merchantId }) },
    include: WEBHOOK_PARTS,
    orderBy: { id: "asc" },
  });
  return rows.map((row) => webhookView(row, clock.now()));
}

/**
 * The endpoints of the actor's that nothing arrives at, those that failed for longest first, and how many there are: they are tried
 * again, or were given up.
 * @throws AdminError forbidden
 */
export async function firstFailingWebhooks({ database }: AdminContext, actor: AdminActor, limit: number) {
  requirePermission(actor, "webhook.read");
  const where = {
    ...(actor.role === "programme_operator" ? {} : { merchantId: actor.merchantId ?? -1 }),
    state: { not: "deleted" },
    OR: [{ failingSince: { not: null } }, { disabledReason: { in: ["failing", "gone"] } }],
  };
  const [count, webhooks] = await Promise.all([
    database.webhookEndpoint.count({ where }),
    database.webhookEndpoint.findMany({
      where,
      select: { id: true, url: true, state: true, failingSince: true, disabledAt: true },
      orderBy: [{ failingSince: { sort: "asc", nulls: "last" } }, { id: "asc" }],
      take: limit,
    }),
  ]);
  return { count, webhooks };
}

/** @throws AdminError forbidden, not_found */
export async function readWebhook(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { webhookId }: { webhookId: number },
): Promise<WebhookView> {
  requirePermission(actor, "webhook.read");
  const row = await database.webhookEndpoint.findUnique({
    where: { id: webhookId },
    include: WEBHOOK_PARTS,
  });
  return requireOwnWebhook(row, actor, clock.now());
}
