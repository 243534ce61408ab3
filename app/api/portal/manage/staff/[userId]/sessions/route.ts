import { endUserSessions } from "@/lib/admin/end-user-sessions";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { listSessions } from "@/lib/auth/sessions";
import { endedSessionsSchema } from "@/lib/contract/portal/account";
import { staffParamsSchema, staffSessionsSchema } from "@/lib/contract/portal/manage-staff";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readStaffMember } from "@/lib/http/portal/manage-staff";
import { withPortal } from "@/lib/http/portal/with-portal";

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
