import { endedSessionsSchema, sessionListSchema } from "@/lib/areas/account/schemas";
import { endOtherSessions, listSessions } from "@/lib/areas/account/sessions";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: sessionListSchema,
  handler: async ({ actor, session }) => ({
    sessions: (await listSessions(actor.userId)).map(({ id, createdAt, lastUsedAt, address, userAgent }) => ({
      id,
      isCurrent: id === session.sessionId,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      address,
      userAgent,
    })),
  }),
});

/** Signs the user out everywhere else. */
export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  answer: endedSessionsSchema,
  handler: async ({ actor, session }) => ({ ended: await endOtherSessions(actor.userId, session.sessionId) }),
});
