import { listMerchants } from "@/lib/areas/merchants/list-merchants";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import type { BranchPage, BranchSearch } from "./desk-schemas";
import { searchBranches } from "./search-branches";

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
