import {
  clientParamsSchema,
  requestLogRequestSchema,
  requestLogSchema,
} from "@/lib/areas/clients/desk-schemas";
import { readRequestLog } from "@/lib/areas/clients/portal";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The client's latest requests, masked. An open page asks again and again, which is no use of the session. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  prolongs: false,
  params: clientParamsSchema,
  query: requestLogRequestSchema,
  answer: requestLogSchema,
  handler: (call) => readRequestLog(adminActor(call), call.params.clientId, call.query),
});
