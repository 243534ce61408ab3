import { lockMerchant } from "@/lib/areas/merchants/merchants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";

export interface EndStaffSessionsInput {
  merchantId: number;
  /** The session of whoever does it, which goes on; other sessions of theirs end as well. */
  keptSessionId: number;
}

/**
 * Signs everybody who works for a merchant out everywhere, effective with their next request: after a device was lost, say.
 * @returns how many sessions there were
 * @throws AdminError forbidden, not_found
 */
export function endStaffSessions(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, keptSessionId }: EndStaffSessionsInput,
): Promise<number> {
  return administer(context, actor, "user.end_all_sessions", async (act) => {
    await lockMerchant(act, merchantId);
    const { count } = await act.tx.session.deleteMany({
      where: { user: { merchantId }, id: { not: keptSessionId } },
    });
    await act.record({
      subject: "merchant",
      subjectId: merchantId,
      merchantId,
      before: { sessions: count },
      after: { sessions: 0 },
    });
    return count;
  });
}
