import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { isPermitted } from "@/lib/portal/acts/permissions";

/** Requests of tills that wait for the actor: never the actor's own. */
function waitingFor({ clock }: Pick<AdminContext, "clock">, { merchantId, userId }: AdminActor) {
  return {
    ...(merchantId === null ? {} : { merchantId }),
    kind: "limit",
    state: "pending",
    expiresAt: { gt: clock.now() },
    NOT: { userId },
  };
}

/** How many requests of tills wait for the actor; 0 for who decides none, and never the actor's own. */
export async function countWaitingApprovals(context: AdminContext, actor: AdminActor): Promise<number> {
  if (!isPermitted(actor, "approval.decide")) return 0;
  return context.database.tillApproval.count({ where: waitingFor(context, actor) });
}

/** The first requests of tills that wait for the actor, the oldest first. @throws AdminError forbidden */
export function firstWaitingApprovals(context: AdminContext, actor: AdminActor, limit: number) {
  requirePermission(actor, "approval.decide");
  return context.database.tillApproval.findMany({
    where: waitingFor(context, actor),
    include: {
      user: { select: { name: true } },
      branch: { select: { nameEn: true, nameAr: true } },
    },
    orderBy: { id: "asc" },
    take: limit,
  });
}
