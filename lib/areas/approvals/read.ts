import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { PERSON } from "@/lib/portal/acts/person";
import { decidableAskers } from "@/lib/portal/acts/second-persons";

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
    user: { select: PERSON },
    decider: { select: PERSON },
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

/** Requests of tills that the actor may decide: never their own, nor those of people on whom they depend. */
async function waitingFor(context: AdminContext, actor: AdminActor) {
  const { merchantId } = actor;
  const waits = {
    ...(merchantId === null ? {} : { merchantId }),
    kind: "limit",
    state: "pending",
    expiresAt: { gt: context.clock.now() },
  };
  return { ...waits, userId: { in: await decidableAskersOf(context, actor, waits) } };
}

/** People whose movements wait, by the condition `waits`, and may be decided by the actor. */
export async function decidableAskersOf(
  { database, clock }: AdminContext,
  actor: AdminActor,
  waits: Prisma.TillApprovalWhereInput,
): Promise<number[]> {
  const rows = await database.tillApproval.findMany({
    where: waits,
    select: { userId: true },
    distinct: ["userId"],
  });
  const askers = rows.map(({ userId }) => userId);
  return decidableAskers(database, actor.userId, { askers, now: clock.now() });
}

/** How many requests of tills wait for the actor; 0 for people who decide none. */
export async function countWaitingApprovals(context: AdminContext, actor: AdminActor): Promise<number> {
  if (!isPermitted(actor, "approval.decide")) return 0;
  return context.database.tillApproval.count({ where: await waitingFor(context, actor) });
}

/** The first requests of tills that wait for the actor, the oldest first. @throws AdminError forbidden */
export async function firstWaitingApprovals(context: AdminContext, actor: AdminActor, limit: number) {
  requirePermission(actor, "approval.decide");
  return context.database.tillApproval.findMany({
    where: await waitingFor(context, actor),
    include: {
      user: { select: PERSON },
      branch: { select: { nameEn: true, nameAr: true } },
    },
    orderBy: { id: "asc" },
    take: limit,
  });
}
