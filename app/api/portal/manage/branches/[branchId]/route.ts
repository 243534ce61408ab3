import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/areas/branches/desk-schemas";
import { readBranch } from "@/lib/areas/branches/read-branch";
import { branchChangesSchema } from "@/lib/areas/branches/schemas";
import { updateBranch } from "@/lib/areas/branches/update-branch";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
