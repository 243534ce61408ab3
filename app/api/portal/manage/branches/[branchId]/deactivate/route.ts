import { deactivateBranch } from "@/lib/areas/branches/deactivate-branch";
import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/areas/branches/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Closes a branch. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: managedBranchSchema,
  handler: (call) => deactivateBranch(adminContext(), adminActor(call), call.params),
});
