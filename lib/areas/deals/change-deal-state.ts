import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { afterMove, type DealMove, dealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import type { Publication } from "./create-deal";
import { dealView, lockDeal, tellOfDeal, WITH_BRANCHES } from "./deal-view";
import type { DealView } from "./kept-deal";

export interface ChangeDealStateInput {
  dealId: number;
  /** The version that was read: what is published is what was seen. */
  version: number;
  move: DealMove;
  /** With `publish`: the dates it is published with; absent: those it has. */
  dates?: ({ startDate: Date; endDate: Date; expiryDate: Date } & Publication) | undefined;
}

/**
 * Publishes, starts, withdraws, pauses, resumes or ends a deal. Starting it takes its start to now; ending it takes its end
 * there, and is for ever.
 * @throws AdminError second_person (one that multiplies points, rules.md §24), not_found, conflict, deal_state, invalid ("endDate": a draft whose end is past)
 */
export function changeDealState(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version, move, dates }: ChangeDealStateInput,
): Promise<DealView> {
  return administerAgreed(context, actor, "deal.change_state", async (act) => {
    const { tx, now } = act;
    const before = await lockDeal(act, dealId);
    requireVersion("deal", before.version, version);
    const chosen = move === "publish" && dates !== undefined ? chosenDates(dates, now) : {};
    const moved = afterMove({ ...before, ...chosen }, move, now);
    if (moved === null) {
      if (move === "publish" && before.state === "draft")
        throw new AdminError("invalid", { field: "endDate" });
      throw new AdminError("deal_state", { state: dealState(before, now) });
    }
    const row = await tx.deal.update({
      where: { id: dealId },
      data: { ...chosen, ...moved, version: { increment: 1 }, updatedAt: now },
      include: WITH_BRANCHES,
    });
    return tellOfDeal(act, before, dealView(row));
  });
}

function chosenDates({ startsNow, ...dates }: NonNullable<ChangeDealStateInput["dates"]>, now: Date) {
  return startsNow ? { ...dates, startDate: now } : dates;
}
