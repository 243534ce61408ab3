import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireSecondPerson } from "./admin-guard";
import { changeUser, lockUser, type UserView } from "./user-view";

/**
 * Removes another user's lost second factor and ends their sessions: they sign in with the password alone and set up
 * another. Users switch off their own with their password (lib/areas/account/two-factor.ts).
 * That of an admin or operator is taken away by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, own_account
 */
export function resetTwoFactor(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return withSecondPerson(context, actor, "user.reset_two_factor", () =>
    administer(context, actor, "user.reset_two_factor", async (act) => {
      const user = await lockUser(act, userId);
      if (userId === actor.userId) throw new AdminError("own_account");
      const { approvedBy } = user.twoFactorEnabled
        ? await requireSecondPerson(act, { kind: "reset_admin", act: "two_factor", user })
        : {};
      await act.tx.twoFactor.deleteMany({ where: { userId } });
      if (!user.twoFactorEnabled) return user;
      await act.tx.session.deleteMany({ where: { userId } });
      await noteAccess(act, userId, "two_factor", approvedBy);
      return changeUser(act, user, { twoFactorEnabled: false }, { approvedBy });
    }),
  );
}
