import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { SSO_PROVIDER } from "@/lib/portal/session/portal-auth";
import { changeUser, lockUser, requireAnotherAdmin, type UserView } from "./user-view";

/**
 * Takes a person's access away and ends all their sessions and links, effective with their next request. Their records stay theirs. One who
 * is deactivated already stays as they are.
 * @throws AdminError forbidden, not_found, own_account, last_admin
 */
export function deactivateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administer(context, actor, "user.deactivate", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    if (!user.isActive) return user;
    await requireAnotherAdmin(act, user);
    return endAccess(act, user);
  });
}

/** Takes the access of a locked user away, with all their sessions and links, their PIN, and whom the sign-in service knew them as. */
export async function endAccess(act: Act, user: UserView): Promise<UserView> {
  await act.tx.session.deleteMany({ where: { userId: user.id } });
  await act.tx.userLink.deleteMany({ where: { userId: user.id } });
  await endWaysIn(act.tx, user.id, { passkeys: true });
  await act.tx.account.deleteMany({ where: { userId: user.id, providerId: SSO_PROVIDER } });
  return changeUser(act, user, { isActive: false });
}
