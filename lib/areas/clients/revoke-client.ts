import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { changeClient } from "./change-client";
import { type ClientView, lockClient } from "./client-view";

/**
 * Revokes an API client with all its secrets, for ever. Every process refuses it at once, and within 5 seconds whatever
 * happens. It asks for no version: whoever has to stop a stolen secret must not be held up by somebody else's edit.
 * One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export function revokeClient(
  context: AdminContext,
  actor: AdminActor,
  { clientId }: { clientId: number },
): Promise<ClientView> {
  return administer(context, actor, "client.revoke", async (act) => {
    const client = await lockClient(act, clientId);
    if (client.revokedAt !== null) return client;
    const { tx, now } = act;
    await tx.apiClientSecret.updateMany({ where: { clientId, revokedAt: null }, data: { revokedAt: now } });
    return changeClient(act, client, { revokedAt: now });
  });
}
