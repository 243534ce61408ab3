import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { dealView, requireOwnDeal, WITH_BRANCHES } from "./deal-view";
import type { DealView } from "./kept-deal";

/** Last change of a deal. */
export interface LastChange {
  at: Date;
  /** Null when it was nobody that the service knows by name. */
  by: string | null;
}

/**
 * A deal of the actor's merchant, with who changed it last.
 * @throws AdminError forbidden, not_found
 */
export async function readDeal(
  { database }: AdminContext,
  actor: AdminActor,
  dealId: number,
): Promise<{ deal: DealView; lastChange: LastChange | null }> {
  requirePermission(actor, "deal.read");
  const row = await database.deal.findUnique({ where: { id: dealId }, include: WITH_BRANCHES });
  const deal = dealView(requireOwnDeal(row, actor));
  const act = await database.auditLog.findFirst({
    where: { subjectType: "deal", subjectId: String(dealId), action: { not: "deal.order" } },
    orderBy: { id: "desc" },
    select: { createdAt: true, userId: true },
  });
  if (act === null) return { deal, lastChange: null };
  const user =
    act.userId === null
      ? null
      : await database.user.findUnique({ where: { id: act.userId }, select: { name: true } });
  return { deal, lastChange: { at: act.createdAt, by: user?.name ?? null } };
}
