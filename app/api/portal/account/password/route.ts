import { containsUsername } from "@/lib/areas/account/password-rules";
import { changePasswordRequestSchema, DONE, doneSchema } from "@/lib/areas/account/schemas";
import { changePassword } from "@/lib/areas/account/sessions";
import { ROLES } from "@/lib/areas/roles";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes the user's own password and ends their other sessions. */
export const POST = withPortal({
  roles: ROLES,
  reach: "self",
  body: changePasswordRequestSchema,
  answer: doneSchema,
  handler: async ({ session, body, request, requestId, address, setCookies }) => {
    const { username } = session.user;
    if (containsUsername(body.newPassword, username))
      throw PortalRefusal.ofField("newPassword", "password_is_username");
    const result = await changePassword(request.headers, { username, address, requestId, ...body });
    if (result.outcome === "limited") throw PortalRefusal.limited(result.retryAfterSeconds);
    if (result.outcome === "wrong_password") throw PortalRefusal.ofField("currentPassword", "wrong_password");
    setCookies(result.cookies);
    return DONE;
  },
});
