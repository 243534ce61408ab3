import { ROLES } from "@/lib/auth/roles";
import { endSessions } from "@/lib/auth/sessions";
import { endedSessionsSchema, sessionParamsSchema } from "@/lib/contract/portal/account";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Ends one of the user's own sessions. */
export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  params: sessionParamsSchema,
  answer: endedSessionsSchema,
  handler: async ({ actor, params }) => {
    const ended = await endSessions(actor.userId, [params.sessionId]);
    if (ended === 0) throw new PortalRefusal("not_found");
    return { ended };
  },
});
