import type { AdminActor } from "@/lib/areas/actor";
import { administer, requireVersion } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { AdminError } from "@/lib/areas/errors";
import { type DealView, dealView, lockDeal, tellOfDeal, WITH_BRANCHES } from "./deal-view";
import { afterMove, type DealMove, dealState } from "./states";

export interface ChangeDealStateInput {
  dealId: number;
  /** The version that was read: what is published is what was seen. */
  version: number;
  move: DealMove;
}

/**
 * Publishes, withdraws, pauses, resumes or ends a deal. Ending it takes its end to now and is for ever.
 * @throws AdminError not_found, conflict, deal_state, invalid ("endDate": a draft whose end is past)
 */
export function changeDealState(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version, move }: ChangeDealStateInput,
): Promise<DealView> {
  return administer(context, actor, "deal.change_state", async (act) => {
    const { tx, now } = act;
    const before = await lockDeal(act, dealId);
    requireVersion("deal", before.version, version);
    const moved = afterMove(before, move, now);
    if (moved === null) {
      if (move === "publish" && before.state === "draft")
        throw new AdminError("invalid", { field: "endDate" });
      throw new AdminError("deal_state", { state: dealState(before, now) });
    }
    const row = await tx.deal.update({
      where: { id: dealId },
      data: { ...moved, version: { increment: 1 }, updatedAt: now },
      include: WITH_BRANCHES,
    });
    return tellOfDeal(act, before, dealView(row));
  });
}
