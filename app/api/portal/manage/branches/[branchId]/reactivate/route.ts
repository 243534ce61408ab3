import { reactivateBranch } from "@/lib/admin/reactivate-branch";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Opens a closed branch again. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: managedBranchSchema,
  handler: (call) => reactivateBranch(adminContext(), adminActor(call), call.params),
});
