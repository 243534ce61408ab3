import { createBranch } from "@/lib/admin/create-branch";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { createBranchSchema } from "@/lib/contract/portal/branches";
import { managedBranchSchema } from "@/lib/contract/portal/manage-branches";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

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
