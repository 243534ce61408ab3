import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type BranchView, branchView } from "./branch-view";

/**
 * The branches of a merchant, open and closed, or of all merchants for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listBranches(
  { database }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined }: { merchantId?: number | undefined } = {},
): Promise<BranchView[]> {
  requirePermission(actor, "branch.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
  const rows = await database.branch.findMany({
    where: merchantId === undefined ? {} : { merchantId },
    orderBy: { id: "asc" },
  });
  return rows.map(branchView);
}
