import { endWaysIn } from "@/lib/areas/approvals/staff-pin";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireSecondPerson } from "./admin-guard";
import { hashNewPassword, requireGoodPassword, storePassword } from "./store-password";
import { changeUser, lockUser, type UserView } from "./user-view";

/**
 * Gives another person a new password and ends all their sessions. One's own password is changed with the old one at hand
 * (lib/portal/session/sessions.ts).
 * An admin's or operator's is set by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account, invalid
 */
export async function setPassword(
  context: AdminContext,
  actor: AdminActor,
  { userId, password }: { userId: number; password: string },
): Promise<UserView> {
  if (userId === actor.userId) throw new AdminError("own_account");
  const hash = await hashNewPassword(password);
  return withSecondPerson(context, actor, "user.set_password", () =>
    administer(context, actor, "user.set_password", async (act) => {
      const { tx, now } = act;
      const user = await lockUser(act, userId);
      await requireGoodPassword(password, user.username);
      const approval = await requireSecondPerson(act, { kind: "reset_admin", act: "password", user });
      await storePassword(tx, { userId, hash, now });
      await tx.session.deleteMany({ where: { userId } });
      await endWaysIn(tx, userId);
      await tx.userLink.deleteMany({ where: { userId } });
      await noteAccess(act, userId, "password", approval.approvedBy);
      return changeUser(act, user, {}, { credentials: "replaced", ...approval });
    }),
  );
}
