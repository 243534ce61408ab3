import { branchImpactSchema, managedBranchParamsSchema } from "@/lib/areas/branches/desk-schemas";
import { readBranchImpact } from "@/lib/areas/branches/read-branch-impact";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What closing the branch would stop, to be read before it is done. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: branchImpactSchema,
  handler: (call) => readBranchImpact(adminContext(), adminActor(call), call.params.branchId),
});
