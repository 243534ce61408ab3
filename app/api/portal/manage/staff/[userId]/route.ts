import { updateUser } from "@/lib/admin/update-user";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffMemberSchema, staffParamsSchema } from "@/lib/contract/portal/manage-staff";
import { userChangesSchema } from "@/lib/contract/portal/users";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readStaffMember } from "@/lib/http/portal/manage-staff";
import { withPortal } from "@/lib/http/portal/with-portal";

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
