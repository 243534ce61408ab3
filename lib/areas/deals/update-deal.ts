import { requireBranchesOf } from "@/lib/areas/branches/branches";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { dealState, hasStarted } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { administerAgreed } from "@/lib/portal/acts/second-person";
import { type DealFields, type Publication, publishedAs } from "./create-deal";
import { dealView, lockDeal, requireReferences, tellOfDeal, WITH_BRANCHES } from "./deal-view";
import type { DealView } from "./kept-deal";

/** The whole deal as it is to be. The merchant stays; "" keeps the offer number. */
export type UpdateDealInput = {
  dealId: number;
  /** The version that was read. */
  version: number;
  /** Publishes the draft with what is saved of it. */
  publication?: Publication | undefined;
} & DealFields;

/**
 * Changes a deal; a live one changes for customers at once. Start and offer number stay once the deal has started: customers and tills go
 * by them. One that is over is not changed any more. With `publication` a draft is published in the same act.
 * @throws AdminError second_person (one that multiplies points, rules.md §24), forbidden, not_found, conflict, deal_state (it is over, or is no draft to publish), taken (the offer number), invalid
 */
export function updateDeal(
  context: AdminContext,
  actor: AdminActor,
  { dealId, version, branchIds, publication, ...chosen }: UpdateDealInput,
): Promise<DealView> {
  if (publication !== undefined) requirePermission(actor, "deal.change_state");
  return administerAgreed(context, actor, "deal.update", async (act) => {
    const { tx, now } = act;
    const before = await lockDeal(act, dealId);
    requireVersion("deal", before.version, version);
    const fields = { ...chosen, offerNumber: chosen.offerNumber || before.offerNumber };
    requireChangeable(before, fields, now);
    if (publication !== undefined && before.state !== "draft")
      throw new AdminError("deal_state", { state: dealState(before, now) });
    await requireReferences(tx, fields, before);
    const offered = await requireBranchesOf(tx, before.merchantId, branchIds);
    const row = await tx.deal.update({
      where: { id: dealId },
      data: {
        ...fields,
        ...(publication && publishedAs(fields, publication, now)),
        dealBranches: { deleteMany: {}, create: offered.map((branchId) => ({ branchId })) },
        version: { increment: 1 },
        updatedAt: now,
      },
      include: WITH_BRANCHES,
    });
    return tellOfDeal(act, before, dealView(row));
  });
}

function requireChangeable(
  before: DealView,
  { startDate, endDate, offerNumber }: Pick<DealView, "startDate" | "endDate" | "offerNumber">,
  now: Date,
): void {
  const state = dealState(before, now);
  if (state === "ended") throw new AdminError("deal_state", { state });
  if (hasStarted(before, now)) {
    if (startDate.getTime() !== before.startDate.getTime())
      throw new AdminError("invalid", { field: "startDate" });
    if (offerNumber !== before.offerNumber) throw new AdminError("invalid", { field: "offerNumber" });
  }
  // Ending a deal is an act of its own, which asks first.
  if (before.state !== "draft" && endDate <= now) throw new AdminError("invalid", { field: "endDate" });
}
