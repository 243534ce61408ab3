import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { changeClient } from "./change-client";
import { type ClientView, lockClient } from "./client-view";

/**
 * Revokes an API client with all its secrets, for ever. Every process refuses it at once, and after 5 seconds at the latest. No version is
 * asked for: stopping a stolen secret must not wait for an edit. A revoked client stays as it is.
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
