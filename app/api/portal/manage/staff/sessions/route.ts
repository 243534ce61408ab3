import { endedSessionsSchema } from "@/lib/areas/account/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { endStaffSessionsSchema } from "@/lib/areas/staff/desk-schemas";
import { endStaffSessions } from "@/lib/areas/staff/end-staff-sessions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Signs everybody who works for a merchant out everywhere but here. A merchant of somebody else's does not exist. */
export const DELETE = withPortal({
  roles: PERMISSIONS["user.end_all_sessions"],
  reach: "own",
  query: endStaffSessionsSchema,
  answer: endedSessionsSchema,
  handler: async (call) => ({
    ended: await endStaffSessions(adminContext(), adminActor(call), {
      merchantId: call.query.merchant,
      keptSessionId: call.session.sessionId,
    }),
  }),
});
