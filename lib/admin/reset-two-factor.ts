import type { AdminActor } from "./actor";
import { administer } from "./administer";
import { changeUser } from "./change-user";
import type { AdminContext } from "./context";
import { AdminError } from "./errors";
import { lockUser, type UserView } from "./user-view";

/**
 * Takes the second factor away from somebody else who has lost it, and ends their sessions: they sign in with the password
 * alone and set up another. One's own is switched off with the password at hand (lib/auth/two-factor.ts).
 * @throws AdminError forbidden, not_found, own_account
 */
export function resetTwoFactor(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<UserView> {
  return administer(context, actor, "user.reset_two_factor", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    await act.tx.twoFactor.deleteMany({ where: { userId } });
    if (!user.twoFactorEnabled) return user;
    await act.tx.session.deleteMany({ where: { userId } });
    return changeUser(act, user, { twoFactorEnabled: false });
  });
}
