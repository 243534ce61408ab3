import { lockActiveMerchant } from "@/lib/areas/merchants/merchants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import {
  checkWebhookSettings,
  issueWebhookSecret,
  type WebhookContext,
  type WebhookSettings,
} from "./webhook-settings";
import { recordNewWebhook, WEBHOOK_PARTS, type WebhookView, webhookView } from "./webhook-view";

export interface IssuedWebhook {
  webhook: WebhookView;
  /** Signing secret, shown once: nobody can read it again. */
  secret: string;
}

/**
 * Adds an endpoint, which receives events from now on. One of no merchant is the programme's: operators add it, for grave security
 * events of everybody and of no merchant, and for anchors.
 * @throws AdminError forbidden, not_found, inactive (the merchant), invalid
 */
export function createWebhook(
  context: WebhookContext,
  actor: AdminActor,
  { merchantId, ...settings }: WebhookSettings & { merchantId: number | null },
): Promise<IssuedWebhook> {
  return administer(context, actor, "webhook.create", async (act) => {
    if (merchantId !== null) await lockActiveMerchant(act, merchantId);
    else if (actor.role !== "programme_operator") throw new AdminError("forbidden");
    checkWebhookSettings(context, settings, merchantId);
    const { tx, now } = act;
    const { id } = await tx.webhookEndpoint.create({
      data: {
        ...settings,
        merchantId,
        eventTypes: [...settings.eventTypes],
        createdAt: now,
        updatedAt: now,
      },
    });
    const secret = await issueWebhookSecret(act, context, id);
    const row = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id }, include: WEBHOOK_PARTS });
    const webhook = webhookView(row, now);
    await recordNewWebhook(act, webhook);
    return { webhook, secret };
  });
}
