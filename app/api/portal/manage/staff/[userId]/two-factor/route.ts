import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffMemberSchema, staffParamsSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffMember } from "@/lib/areas/staff/portal";
import { resetTwoFactor } from "@/lib/areas/staff/reset-two-factor";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
