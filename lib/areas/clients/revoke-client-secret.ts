import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { changeClient } from "./change-client";
import { type ClientView, lockClient } from "./client-view";

/**
 * Ends one of a client's secrets at once, as when the last till has the new one. The client itself stays, even with no
 * secret left: it can be given a new one. One that is revoked already stays as it is.
 * @throws AdminError not_found
 */
export function revokeClientSecret(
  context: AdminContext,
  actor: AdminActor,
  { clientId, secretId }: { clientId: number; secretId: number },
): Promise<ClientView> {
  return administer(context, actor, "client.revoke_secret", async (act) => {
    const client = await lockClient(act, clientId);
    const secret = client.secrets.find(({ id }) => id === secretId);
    if (secret === undefined) throw new AdminError("not_found", { subject: "client" });
    if (secret.revokedAt !== null) return client;
    await act.tx.apiClientSecret.update({ where: { id: secretId }, data: { revokedAt: act.now } });
    return changeClient(act, client, {});
  });
}
