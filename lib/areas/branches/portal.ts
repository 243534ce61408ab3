import type { PortalActor } from "@/lib/areas/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import type { BranchPage, BranchSearch } from "./desk-schemas";
import { searchBranches } from "./search-branches";

/** A page of branches. Throws PortalRefusal `forbidden` for a foreign merchant. */
export async function readBranchPage(
  actor: PortalActor,
  { merchant: merchantId, status, ...search }: BranchSearch,
): Promise<BranchPage> {
  if (merchantId !== undefined) requireMerchant(actor, merchantId);
  const isActive = status === undefined ? undefined : status === "active";
  return searchBranches(adminContext(), actor, { ...search, merchantId, isActive });
}
