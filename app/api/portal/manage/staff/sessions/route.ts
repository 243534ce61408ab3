import { endStaffSessions } from "@/lib/admin/end-staff-sessions";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { endedSessionsSchema } from "@/lib/contract/portal/account";
import { endStaffSessionsSchema } from "@/lib/contract/portal/manage-staff";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

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
