import { readActivity } from "@/lib/areas/reports/portal";
import { reportQuerySchema, reportSchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What happened in a range of days. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  prolongs: false,
  query: reportQuerySchema,
  answer: reportSchema,
  handler: ({ actor, query }) => readActivity(actor, query),
});
