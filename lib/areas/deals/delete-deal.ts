import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer, requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { dealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { dealSnapshot, lockDeal } from "./deal-view";
import type { DealView } from "./kept-deal";

/**
 * Removes a draft that was never published, for ever; the audit log keeps what it was. Its picture is removed later, when
 * nothing else uses it.
 * @returns the deal as it was
 * @throws AdminError not_found, conflict, deal_state (it is or was published)
 */
export function deleteDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version }: { dealId: number; version: number },
): Promise<DealView> {
  return administer(context, actor, "deal.delete", async (act) => {
    const { tx, now } = act;
    const deal = await lockDeal(act, dealId);
    requireVersion("deal", deal.version, version);
    if (deal.wasPublished) throw new AdminError("deal_state", { state: dealState(deal, now) });
    await tx.deal.delete({ where: { id: dealId } });
    await act.record({
      subject: "deal",
      subjectId: dealId,
      merchantId: deal.merchantId,
      before: dealSnapshot(deal),
      after: null,
    });
    await act.announce("deal", dealId);
    return deal;
  });
}
