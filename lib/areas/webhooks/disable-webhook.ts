import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer, requireVersionIfNamed } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { changeWebhook, lockWebhook, type WebhookView } from "./webhook-view";

/**
 * Stops sending events to an endpoint and gives up pending deliveries.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function disableWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId, version }: { webhookId: number; version?: number | undefined },
): Promise<WebhookView> {
  return administer(context, actor, "webhook.disable", async (act) => {
    const present = await lockWebhook(act, webhookId);
    requireVersionIfNamed("webhook", present.version, version);
    return present.isActive ? stop(act, present, "disabled") : present;
  });
}

/**
 * Takes an endpoint away for good; what was sent stays on record.
 * @throws AdminError forbidden, not_found
 */
export async function deleteWebhook(
  context: AdminContext,
  actor: AdminActor,
  { webhookId }: { webhookId: number },
): Promise<void> {
  await administer(context, actor, "webhook.delete", async (act) =>
    stop(act, await lockWebhook(act, webhookId), "deleted"),
  );
}

async function stop(act: Act, present: WebhookView, state: "disabled" | "deleted"): Promise<WebhookView> {
  const { tx, now } = act;
  await tx.webhookDelivery.updateMany({
    where: { endpointId: present.id, state: "pending" },
    data: { state: "dead", finishedAt: now },
  });
  return changeWebhook(act, present, { state, disabledReason: "person", disabledAt: now });
}
