import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { changeUser } from "./change-user";
import { lockUser, type UserView } from "./user-view";

/**
 * Gives a deactivated user access again, with the old password.
 * @throws AdminError forbidden, not_found
 */
export function reactivateUser(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administer(context, actor, "user.reactivate", async (act) => {
    const user = await lockUser(act, userId);
    return user.isActive ? user : changeUser(act, user, { isActive: true });
  });
}
