import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffMemberSchema, staffParamsSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffMember } from "@/lib/areas/staff/portal";
import { reactivateUser } from "@/lib/areas/staff/reactivate-user";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives a user their access back. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffMemberSchema,
  handler: async (call) => {
    await reactivateUser(adminContext(), adminActor(call), call.params);
    return readStaffMember(call.actor, call.params.userId);
  },
});
