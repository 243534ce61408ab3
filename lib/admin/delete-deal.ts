import { dealState } from "@/lib/deals/states";
import type { AdminActor } from "./actor";
import { administer, requireVersion } from "./administer";
import type { AdminContext } from "./context";
import { type DealView, dealSnapshot, lockDeal } from "./deal-view";
import { AdminError } from "./errors";

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
