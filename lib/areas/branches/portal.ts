import type { PortalActor } from "@/lib/areas/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { requireMerchant } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { branches } from "./contract";
import { createBranch } from "./create-branch";
import { deactivateBranch } from "./deactivate-branch";
import type { BranchPage, BranchSearch } from "./desk-schemas";
import { branchExport } from "./export-portal";
import { importBranchFile } from "./import-portal";
import { reactivateBranch } from "./reactivate-branch";
import { readBranch } from "./read-branch";
import { readBranchImpact } from "./read-branch-impact";
import { searchBranches } from "./search-branches";
import { updateBranch } from "./update-branch";

/** A page of branches. Throws PortalRefusal `forbidden` for a foreign merchant. */
export async function readBranchPage(
  actor: PortalActor,
  { merchant: merchantId, status, ...search }: BranchSearch,
): Promise<BranchPage> {
  if (merchantId !== undefined) requireMerchant(actor, merchantId);
  const isActive = status === undefined ? undefined : status === "active";
  return searchBranches(adminContext(), actor, { ...search, merchantId, isActive });
}

export const branchesPortal = serveContract(branches, {
  list: ({ actor, body }) => readBranchPage(actor, body),
  read: ({ admin, context, params }) => readBranch(context, admin, params.branchId),
  impact: ({ admin, context, params }) => readBranchImpact(context, admin, params.branchId),
  create: ({ actor, admin, context, body }) => {
    requireMerchant(actor, body.merchantId);
    return createBranch(context, admin, body);
  },
  change: ({ admin, context, params, body }) => updateBranch(context, admin, { ...params, ...body }),
  deactivate: ({ admin, context, params }) => deactivateBranch(context, admin, params),
  reactivate: ({ admin, context, params }) => reactivateBranch(context, admin, params),
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      deactivateBranch(call.context, actor, { branchId, version }),
    ),
  reactivateMany: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      reactivateBranch(call.context, actor, { branchId, version }),
    ),
  export: branchExport,
  import: ({ actor, admin, body }) => {
    requireMerchant(actor, body.merchantId);
    return importBranchFile(admin, body);
  },
});
