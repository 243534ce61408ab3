import { readBranchImpact } from "@/lib/admin/read-branch-impact";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { branchImpactSchema, managedBranchParamsSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What closing the branch would stop, to be read before it is done. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: branchImpactSchema,
  handler: (call) => readBranchImpact(adminContext(), adminActor(call), call.params.branchId),
});
