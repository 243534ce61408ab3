import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { isPermitted } from "@/lib/portal/acts/permissions";

const DAY_MS = 86_400_000;
const CLOSED_MAX = 50;

/**
 * The requests of tills that the actor may know of: those that wait, the oldest first, and those of the last day that do not any
 * more, the newest first.
 * @throws AdminError forbidden
 */
export async function listApprovals({ database, clock }: AdminContext, actor: AdminActor) {
  requirePermission(actor, "approval.read");
  const now = clock.now();
  const own = { kind: "limit", ...(actor.merchantId === null ? {} : { merchantId: actor.merchantId }) };
  const waits = { state: "pending", expiresAt: { gt: now } };
  const include = {
    user: { select: { id: true, name: true } },
    decider: { select: { id: true, name: true } },
    branch: { select: { id: true, nameEn: true, nameAr: true } },
  } as const;
  const [waiting, closed] = await Promise.all([
    database.tillApproval.findMany({ where: { ...own, ...waits }, include, orderBy: { id: "asc" } }),
    database.tillApproval.findMany({
      where: { ...own, askedAt: { gte: new Date(now.getTime() - DAY_MS) }, NOT: waits },
      include,
      orderBy: { id: "desc" },
      take: CLOSED_MAX,
    }),
  ]);
  return { waiting, closed };
}

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
