import { issueUserLink } from "@/lib/admin/issue-user-link";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffLinkSchema, staffParamsSchema } from "@/lib/contract/portal/manage-staff";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { staffLink } from "@/lib/http/portal/manage-staff";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Resets how somebody signs in, or invites them again: their link is in this answer and nowhere else. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffLinkSchema,
  handler: async (call) => {
    const { link } = await issueUserLink(adminContext(), adminActor(call), call.params);
    return staffLink(call.actor, call.params.userId, link);
  },
});
