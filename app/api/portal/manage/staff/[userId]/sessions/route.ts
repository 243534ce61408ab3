import { endedSessionsSchema } from "@/lib/areas/account/schemas";
import { listSessions } from "@/lib/areas/account/sessions";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { staffParamsSchema, staffSessionsSchema } from "@/lib/areas/staff/desk-schemas";
import { endUserSessions } from "@/lib/areas/staff/end-user-sessions";
import { readStaffMember } from "@/lib/areas/staff/portal";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Where somebody is signed in. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: staffSessionsSchema,
  handler: async ({ actor, params }) => {
    const { id } = await readStaffMember(actor, params.userId);
    const sessions = await listSessions(id);
    return {
      sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  },
});

/** Signs somebody out everywhere. */
export const DELETE = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: staffParamsSchema,
  answer: endedSessionsSchema,
  handler: async (call) => ({
    ended: await endUserSessions(adminContext(), adminActor(call), call.params),
  }),
});
