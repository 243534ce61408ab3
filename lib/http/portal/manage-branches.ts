import { listMerchants } from "@/lib/admin/list-merchants";
import { searchBranches } from "@/lib/admin/search-branches";
import type { PortalActor } from "@/lib/auth/actor";
import type { BranchPage, BranchSearch } from "@/lib/contract/portal/manage-branches";
import { adminContext } from "./administration";
import { requireMerchant } from "./require";

/** The merchants that the actor administers. */
export async function readMerchants(actor: PortalActor) {
  return { merchants: await listMerchants(adminContext(), actor) };
}

/** A page of branches. Throws PortalRefusal `forbidden` for a foreign merchant. */
export async function readBranchPage(
  actor: PortalActor,
  { activity, ...search }: BranchSearch,
): Promise<BranchPage> {
  if (search.merchantId !== undefined) requireMerchant(actor, search.merchantId);
  const isActive = activity === undefined ? undefined : activity === "active";
  return searchBranches(adminContext(), actor, { ...search, isActive });
}
