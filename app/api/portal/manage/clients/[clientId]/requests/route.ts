import { ADMIN_ROLES } from "@/lib/auth/roles";
import {
  clientParamsSchema,
  requestLogRequestSchema,
  requestLogSchema,
} from "@/lib/contract/portal/client-desk";
import { adminActor } from "@/lib/http/portal/administration";
import { readRequestLog } from "@/lib/http/portal/clients";
import { withPortal } from "@/lib/http/portal/with-portal";

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
