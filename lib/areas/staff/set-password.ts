import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import { changeUser } from "./change-user";
import { hashNewPassword, requireGoodPassword, storePassword } from "./store-password";
import { lockUser, type UserView } from "./user-view";

/**
 * Gives somebody else a new password and ends all their sessions. One's own password is changed with the old one at hand
 * (lib/areas/account/sessions.ts).
 * @throws AdminError forbidden, not_found, own_account, invalid
 */
export async function setPassword(
  context: AdminContext,
  actor: AdminActor,
  { userId, password }: { userId: number; password: string },
): Promise<UserView> {
  if (userId === actor.userId) throw new AdminError("own_account");
  const hash = await hashNewPassword(password);
  return administer(context, actor, "user.set_password", async (act) => {
    const { tx, now } = act;
    const user = await lockUser(act, userId);
    await requireGoodPassword(password, user.username);
    await storePassword(tx, { userId, hash, now });
    await tx.session.deleteMany({ where: { userId } });
    await tx.userLink.deleteMany({ where: { userId } });
    return changeUser(act, user, {}, { credentials: "replaced" });
  });
}
