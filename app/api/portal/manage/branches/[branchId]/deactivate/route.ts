import { deactivateBranch } from "@/lib/admin/deactivate-branch";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Closes a branch. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: managedBranchSchema,
  handler: (call) => deactivateBranch(adminContext(), adminActor(call), call.params),
});
