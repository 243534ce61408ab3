import { DESK_ROLES } from "@/lib/auth/roles";
import { reportQuerySchema, reportSchema } from "@/lib/contract/portal/reports";
import { readActivity } from "@/lib/http/portal/reports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What happened in a range of days. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  prolongs: false,
  query: reportQuerySchema,
  answer: reportSchema,
  handler: ({ actor, query }) => readActivity(actor, query),
});
