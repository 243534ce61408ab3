import { readReportDetails } from "@/lib/areas/reports/portal";
import { reportDetailsSchema, reportScopeQuerySchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Hours, tiers and returning customers of a range of days. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  prolongs: false,
  query: reportScopeQuerySchema,
  answer: reportDetailsSchema,
  handler: ({ actor, query }) => readReportDetails(actor, query),
});
