import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffLinkSchema } from "@/lib/areas/staff/desk-schemas";
import { inviteUser } from "@/lib/areas/staff/invite-user";
import { staffLink } from "@/lib/areas/staff/portal";
import { inviteUserSchema } from "@/lib/areas/staff/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** Invites somebody: their link is in this answer and nowhere else. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  body: inviteUserSchema,
  answer: staffLinkSchema,
  handler: async (call) => {
    if (call.body.merchantId !== null) requireMerchant(call.actor, call.body.merchantId);
    const { user, link } = await inviteUser(adminContext(), adminActor(call), call.body);
    return staffLink(call.actor, user.id, link);
  },
});
