import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { changeWebhook, lockWebhook, type WebhookView } from "./webhook-view";

/**
 * Sends events to an endpoint again, from now on. Events in between are in the feed.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function enableWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId, version }: { webhookId: number; version?: number | undefined },
): Promise<WebhookView> {
  return administer(context, actor, "webhook.enable", async (act) => {
    const present = await lockWebhook(act, webhookId);
    requireVersionIfNamed("webhook", present.version, version);
    if (present.isActive) return present;
    return changeWebhook(act, present, {
      state: "active",
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      consecutiveFailures: 0,
      pausedUntil: null,
    });
  });
}
