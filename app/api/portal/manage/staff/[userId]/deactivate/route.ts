import { ADMIN_ROLES } from "@/lib/areas/roles";
import { deactivateUser } from "@/lib/areas/staff/deactivate-user";
import { staffMemberSchema, staffParamsSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffMember } from "@/lib/areas/staff/portal";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Takes a user's access away at once. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffMemberSchema,
  handler: async (call) => {
    await deactivateUser(adminContext(), adminActor(call), call.params);
    return readStaffMember(call.actor, call.params.userId);
  },
});
