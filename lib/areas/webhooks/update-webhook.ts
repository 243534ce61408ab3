import type { AdminActor } from "@/lib/areas/actor";
import { administer, requireVersion } from "@/lib/areas/administer";
import { checkWebhookSettings, type WebhookContext, type WebhookSettings } from "./webhook-settings";
import { changeWebhook, lockWebhook, type WebhookView } from "./webhook-view";

/**
 * Changes where and of what a merchant is told. What is absent stays as it is; what was to be told already goes to the new
 * address.
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
    checkWebhookSettings(context, {
      ...(url !== undefined && { url }),
      ...(eventTypes !== undefined && { eventTypes }),
    });
    return changeWebhook(act, present, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes: [...eventTypes] }),
    });
  });
}
