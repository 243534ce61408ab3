import { managedBranchParamsSchema, managedBranchSchema } from "@/lib/areas/branches/desk-schemas";
import { reactivateBranch } from "@/lib/areas/branches/reactivate-branch";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Opens a closed branch again. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: managedBranchParamsSchema,
  answer: managedBranchSchema,
  handler: (call) => reactivateBranch(adminContext(), adminActor(call), call.params),
});
