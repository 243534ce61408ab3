import { actOnEach } from "@/lib/portal/many";
import { requireMerchant } from "@/lib/portal/require";
import { serveContract } from "@/lib/portal/serve";
import { createBranch, deactivateBranch, reactivateBranch, readBranch, updateBranch } from "./branches";
import { branches } from "./contract";
import { branchExport } from "./export-portal";
import { importBranchFile } from "./import-portal";
import { readBranchImpact } from "./read-branch-impact";
import { searchBranches } from "./search-branches";

export const branchesPortal = serveContract(branches, {
  list: ({ actor, context, body: { merchant: merchantId, status, ...search } }) => {
    if (merchantId !== undefined) requireMerchant(actor, merchantId);
    const isActive = status === undefined ? undefined : status === "active";
    return searchBranches(context, actor, { ...search, merchantId, isActive });
  },
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
