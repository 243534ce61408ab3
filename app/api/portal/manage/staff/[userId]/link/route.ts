import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffLinkSchema, staffParamsSchema } from "@/lib/areas/staff/desk-schemas";
import { issueUserLink } from "@/lib/areas/staff/issue-user-link";
import { staffLink } from "@/lib/areas/staff/portal";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
