import { followDeal } from "@/lib/areas/deals/deal-promotion";
import type { Deal } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, lockRow, type Transaction } from "@/lib/portal/acts/administer";
import type { AuditSnapshot } from "@/lib/portal/acts/audit-log";
import type { StoredDealState } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireImage } from "@/lib/portal/acts/images";
import type { DealView } from "./kept-deal";

export const WITH_BRANCHES = {
  dealBranches: { select: { branchId: true }, orderBy: { branchId: "asc" } },
} as const;

export function dealView({
  dealBranches,
  ...row
}: Deal & { dealBranches: { branchId: number }[] }): DealView {
  return {
    ...row,
    // Checked by the database.
    state: row.state as StoredDealState,
    branchIds: dealBranches.map(({ branchId }) => branchId),
  };
}

/** @throws AdminError not_found for none, and for that of a foreign merchant */
export function requireOwnDeal<Row extends { merchantId: number }>(row: Row | null, actor: AdminActor): Row {
  if (row === null || !isOwnMerchant(actor, row.merchantId))
    throw new AdminError("not_found", { subject: "deal" });
  return row;
}

/**
 * Locks and reads a deal of a merchant of the actor's.
 * @throws AdminError not_found
 */
export async function lockDeal({ tx, actor }: Act, dealId: number): Promise<DealView> {
  await lockRow(tx, "deal", dealId);
  const row = await tx.deal.findUnique({ where: { id: dealId }, include: WITH_BRANCHES });
  return dealView(requireOwnDeal(row, actor));
}

/**
 * Checks what a deal refers to. A category that is not used any more may stay where it is, but is not chosen again.
 * @throws AdminError invalid
 */
export async function requireReferences(
  tx: Transaction,
  { categoryId, imageHash }: Pick<DealView, "categoryId" | "imageHash">,
  before?: Pick<DealView, "categoryId">,
): Promise<void> {
  const category = await tx.category.findUnique({ where: { id: categoryId }, select: { isActive: true } });
  if (category === null || (!category.isActive && categoryId !== before?.categoryId))
    throw new AdminError("invalid", { field: "categoryId" });
  if (imageHash !== null) await requireImage(tx, imageHash);
}

/** Writes the audit row of an act on a deal and announces it; a deal that multiplies points acts from now on as it says. */
export async function tellOfDeal(act: Act, before: DealView | null, after: DealView): Promise<DealView> {
  const { record, announce } = act;
  // A place in the list gives no points.
  const approvedBy = act.action === "deal.order" ? null : await followDeal(act, after);
  await record({
    subject: "deal",
    subjectId: after.id,
    merchantId: after.merchantId,
    before: before && dealSnapshot(before),
    after: { ...dealSnapshot(after), ...(approvedBy !== null && { approvedBy }) },
  });
  await announce("deal", after.id);
  return after;
}

/** A deal as the audit log keeps it. That it was published is told by the act that published it. */
export function dealSnapshot({ wasPublished, ...deal }: DealView): AuditSnapshot {
  return deal;
}
