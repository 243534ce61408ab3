import { inviteUser } from "@/lib/admin/invite-user";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { staffLinkSchema } from "@/lib/contract/portal/manage-staff";
import { inviteUserSchema } from "@/lib/contract/portal/users";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { staffLink } from "@/lib/http/portal/manage-staff";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

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
