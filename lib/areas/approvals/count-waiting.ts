import type { AdminActor } from "@/lib/areas/actor";
import type { AdminContext } from "@/lib/areas/context";
import { isPermitted } from "@/lib/areas/permissions";

/** How many requests of tills wait for the actor; 0 for who decides none, and never the actor's own. */
export async function countWaitingApprovals(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<number> {
  if (!isPermitted(actor.role, "approval.decide")) return 0;
  return database.tillApproval.count({
    where: {
      ...(actor.merchantId === null ? {} : { merchantId: actor.merchantId }),
      state: "pending",
      expiresAt: { gt: clock.now() },
      NOT: { userId: actor.userId },
    },
  });
}
