import { createBranch } from "@/lib/areas/branches/create-branch";
import { managedBranchSchema } from "@/lib/areas/branches/desk-schemas";
import { createBranchSchema } from "@/lib/areas/branches/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** Opens a branch. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: createBranchSchema,
  answer: managedBranchSchema,
  handler: (call) => {
    requireMerchant(call.actor, call.body.merchantId);
    return createBranch(adminContext(), adminActor(call), call.body);
  },
});
