import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { requireSecondPerson } from "./admin-guard";
import { PASSWORD_PROVIDER } from "./store-password";
import { type IssuedLink, issueLink } from "./user-link";
import { changeUser, lockUser, type UserView } from "./user-view";

/**
 * Issues a link with which another user chooses a new password; it replaces any earlier link. The present password
 * stops working and sessions end at once, so it helps against a stolen password too. A user without a password is
 * invited again. An admin or operator is reset by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account, inactive
 */
export function issueUserLink(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<{ user: UserView; link: IssuedLink }> {
  return withSecondPerson(context, actor, "user.issue_link", () =>
    administer(context, actor, "user.issue_link", async (act) => {
      const user = await lockUser(act, userId);
      if (userId === actor.userId) throw new AdminError("own_account");
      if (!user.isActive) throw new AdminError("inactive", { subject: "user" });
      const { approvedBy } = await requireSecondPerson(act, { kind: "reset_admin", act: "link", user });
      const { count } = await act.tx.account.deleteMany({ where: { userId, providerId: PASSWORD_PROVIDER } });
      const had = await act.tx.userLink.findUnique({ where: { userId }, select: { purpose: true } });
      const isNew = count === 0 && had?.purpose !== "reset";
      await act.tx.session.deleteMany({ where: { userId } });
      await endWaysIn(act.tx, userId);
      const link = await issueLink(act, { user, purpose: isNew ? "invite" : "reset", approvedBy });
      const changed = await changeUser(
        act,
        user,
        {},
        {
          link: link.purpose,
          linkExpiresAt: link.expiresAt,
          linkShownTo: actor.userId,
          approvedBy,
        },
      );
      return { user: changed, link };
    }),
  );
}
