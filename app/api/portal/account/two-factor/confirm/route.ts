import { codeRequestSchema, DONE, doneSchema } from "@/lib/areas/account/schemas";
import { confirmTwoFactor } from "@/lib/areas/account/two-factor";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** Switches the second factor on with the first code of the app. */
export const POST = withPortal({
  roles: ADMIN_ROLES,
  reach: "self",
  body: codeRequestSchema,
  answer: doneSchema,
  handler: async ({ session, body, request, requestId, address, setCookies }) => {
    const { username } = session.user;
    const code = body.code.replace(/\s/g, "");
    const result = await confirmTwoFactor(request.headers, { username, address, requestId, code });
    if (result.outcome === "limited") throw PortalRefusal.paused(result.retryAfterSeconds);
    if (result.outcome !== "enabled") throw PortalRefusal.ofField("code", "wrong_code");
    setCookies(result.cookies);
    return DONE;
  },
});
