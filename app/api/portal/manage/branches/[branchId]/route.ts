import { readBranch } from "@/lib/admin/read-branch";
import { updateBranch } from "@/lib/admin/update-branch";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { branchChangesSchema } from "@/lib/contract/portal/branches";
import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: managedBranchSchema,
  handler: (call) => readBranch(adminContext(), adminActor(call), call.params.branchId),
});

/** Changes a branch; refused as a conflict when it is not the version that was read. */
export const PATCH = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  body: branchChangesSchema,
  answer: managedBranchSchema,
  handler: (call) => updateBranch(adminContext(), adminActor(call), { ...call.params, ...call.body }),
});
