import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffMemberSchema, staffParamsSchema } from "@/lib/areas/staff/desk-schemas";
import { readStaffMember } from "@/lib/areas/staff/portal";
import { userChangesSchema } from "@/lib/areas/staff/schemas";
import { updateUser } from "@/lib/areas/staff/update-user";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffMemberSchema,
  handler: ({ actor, params }) => readStaffMember(actor, params.userId),
});

/** Changes a user; refused as a conflict when it is not the version that was read. */
export const PATCH = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  body: userChangesSchema,
  answer: staffMemberSchema,
  handler: async (call) => {
    await updateUser(adminContext(), adminActor(call), { ...call.params, ...call.body });
    return readStaffMember(call.actor, call.params.userId);
  },
});
