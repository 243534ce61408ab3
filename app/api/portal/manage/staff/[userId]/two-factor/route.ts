import { resetTwoFactor } from "@/lib/admin/reset-two-factor";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffMemberSchema, staffParamsSchema } from "@/lib/contract/portal/manage-staff";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readStaffMember } from "@/lib/http/portal/manage-staff";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Takes a lost second factor away. */
export const DELETE = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffMemberSchema,
  handler: async (call) => {
    await resetTwoFactor(adminContext(), adminActor(call), call.params);
    return readStaffMember(call.actor, call.params.userId);
  },
});
