import type { ClientBase } from "pg";
import { revokeClient } from "@/lib/areas/clients/clients";
import { lockUser } from "@/lib/areas/staff/user";
import { endAccess } from "@/lib/areas/staff/users";
import { systemActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { ensureSystemUser } from "@/lib/portal/acts/system-user";
import { type DemoAccess, findDemoAccess } from "./access";

/**
 * Ends what everybody knows the password or the ClientId of: the accounts of the demo data are deactivated, even the last operator's, and
 * its API clients revoked, each with a row of the audit log. People invited since keep their access. Done again it finds nothing.
 */
export async function endDemoAccess(
  session: Pick<ClientBase, "query">,
  context: AdminContext,
): Promise<DemoAccess> {
  const found = await findDemoAccess(session);
  const actor = systemActor(await ensureSystemUser(context.database));
  for (const userId of found.userIds)
    await administer(context, actor, "user.deactivate", async (act) => {
      const user = await lockUser(act, userId);
      if (user.isActive) await endAccess(act, user);
    });
  for (const clientId of found.clientIds) await revokeClient(context, actor, { clientId });
  return found;
}
