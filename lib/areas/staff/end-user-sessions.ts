import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockUser } from "./user-view";

/**
 * Signs another person out everywhere, effective with their next request. One's own are ended on the account page.
 * @returns how many sessions there were
 * @throws AdminError forbidden, not_found, own_account
 */
export function endUserSessions(
  context: AdminContext,
  actor: AdminActor,
  { userId }: { userId: number },
): Promise<number> {
  return administer(context, actor, "user.end_sessions", async (act) => {
    const user = await lockUser(act, userId);
    if (userId === actor.userId) throw new AdminError("own_account");
    const { count } = await act.tx.session.deleteMany({ where: { userId } });
    if (count > 0)
      await act.record({
        subject: "user",
        subjectId: userId,
        merchantId: user.merchantId,
        before: { sessions: count },
        after: { sessions: 0 },
      });
    return count;
  });
}
