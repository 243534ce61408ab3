import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersion } from "@/lib/portal/acts/administer";
import type { IssuedWebhook } from "./create-webhook";
import { issueWebhookSecret, type WebhookContext } from "./webhook-settings";
import { changeWebhook, lockWebhook } from "./webhook-view";

/** For how long both secrets sign. */
export const WEBHOOK_OVERLAP_HOURS = 24;
const HOUR_MS = 60 * 60_000;

/**
 * Gives an endpoint a new secret. For a day requests are signed with both, so that the receiver can change without
 * missing any. There are never more than two.
 * @throws AdminError forbidden, not_found, conflict
 */
export function rotateWebhookSecret(
  context: WebhookContext,
  actor: AdminActor,
  { webhookId, version }: { webhookId: number; version: number },
): Promise<IssuedWebhook> {
  return administer(context, actor, "webhook.rotate", async (act) => {
    const { tx, now } = act;
    const present = await lockWebhook(act, webhookId);
    requireVersion("webhook", present.version, version);
    const [newest, ...older] = present.secrets;
    await tx.webhookSecret.updateMany({
      where: { id: { in: older.map(({ id }) => id) } },
      data: { expiresAt: now },
    });
    if (newest !== undefined)
      await tx.webhookSecret.update({
        where: { id: newest.id },
        data: { expiresAt: new Date(now.getTime() + WEBHOOK_OVERLAP_HOURS * HOUR_MS) },
      });
    const secret = await issueWebhookSecret(act, context, webhookId);
    return { webhook: await changeWebhook(act, present, {}), secret };
  });
}
