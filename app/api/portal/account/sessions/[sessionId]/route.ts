import { endedSessionsSchema, sessionParamsSchema } from "@/lib/areas/account/schemas";
import { endSessions } from "@/lib/areas/account/sessions";
import { ROLES } from "@/lib/areas/roles";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

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
