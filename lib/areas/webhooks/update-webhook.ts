import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersion } from "@/lib/portal/acts/administer";
import { checkWebhookSettings, type WebhookContext, type WebhookSettings } from "./webhook-settings";
import { changeWebhook, lockWebhook, type WebhookView } from "./webhook-view";

/**
 * Changes an endpoint's address and event types. Absent fields stay; pending deliveries go to the new address.
 * @throws AdminError forbidden, not_found, conflict, invalid
 */
export function updateWebhook(
  context: WebhookContext,
  actor: AdminActor,
  {
    webhookId,
    version,
    url,
    description,
    eventTypes,
  }: { webhookId: number; version: number } & {
    [Name in keyof WebhookSettings]?: WebhookSettings[Name] | undefined;
  },
): Promise<WebhookView> {
  return administer(context, actor, "webhook.update", async (act) => {
    const present = await lockWebhook(act, webhookId);
    requireVersion("webhook", present.version, version);
    const changed = {
      ...(url !== undefined && { url }),
      ...(eventTypes !== undefined && { eventTypes }),
    };
    checkWebhookSettings(context, changed, present.merchantId);
    return changeWebhook(act, present, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes: [...eventTypes] }),
    });
  });
}
