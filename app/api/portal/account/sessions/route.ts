import { ROLES } from "@/lib/auth/roles";
import { endOtherSessions, listSessions } from "@/lib/auth/sessions";
import { endedSessionsSchema, sessionListSchema } from "@/lib/contract/portal/account";
import { withPortal } from "@/lib/http/portal/with-portal";

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
