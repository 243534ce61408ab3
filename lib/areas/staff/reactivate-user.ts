import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { noteAccess, requireSecondPerson } from "./admin-guard";
import { changeUser, lockUser, type UserView } from "./user-view";

/**
 * Gives a deactivated user access again, with the old password. An admin or operator is let in by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found
 */
export function reactivateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return withSecondPerson(context, actor, "user.reactivate", () =>
    administer(context, actor, "user.reactivate", async (act) => {
      const user = await lockUser(act, userId);
      if (user.isActive) return user;
      const approval = await requireSecondPerson(act, { kind: "make_admin", act: "reactivate", user });
      await noteAccess(act, userId, "rights", approval.approvedBy);
      return changeUser(act, user, { isActive: true }, { ...approval });
    }),
  );
}
