import { passwordProblem } from "@/lib/areas/account/password-strength";
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
    const problem = await passwordProblem(body.newPassword, session.user);
    if (problem !== null) throw PortalRefusal.ofField("newPassword", problem);
    const result = await changePassword(request.headers, { username, address, requestId, ...body });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome === "wrong_password") throw PortalRefusal.ofField("currentPassword", "wrong_password");
    setCookies(result.cookies);
    return DONE;
  },
});
