import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import { changeUser } from "./change-user";
import { PASSWORD_PROVIDER } from "./store-password";
import { type IssuedLink, issueLink } from "./user-link";
import { lockUser, type UserView } from "./user-view";

/**
 * Issues a link with which another user chooses a new password; it replaces any earlier link. The present password
 * stops working and sessions end at once, so it helps against a stolen password too. A user without a password is
 * invited again.
 * @throws AdminError forbidden, not_found, own_account, inactive
 */
export function issueUserLink(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<{ user: UserView; link: IssuedLink }> {
  return administer(context, actor, "user.issue_link", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    if (!user.isActive) throw new AdminError("inactive", { subject: "user" });
    const { count } = await act.tx.account.deleteMany({ where: { userId, providerId: PASSWORD_PROVIDER } });
    const had = await act.tx.userLink.findUnique({ where: { userId }, select: { purpose: true } });
    const isNew = count === 0 && had?.purpose !== "reset";
    await act.tx.session.deleteMany({ where: { userId } });
    const link = await issueLink(act, { userId, purpose: isNew ? "invite" : "reset" });
    const changed = await changeUser(act, user, {}, { link: link.purpose, linkExpiresAt: link.expiresAt });
    return { user: changed, link };
  });
}
