import { readLatePayments } from "@/lib/areas/reports/portal";
import { latePaymentsSchema, reportScopeQuerySchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Which tills send payments in points after the reward of their bill. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  prolongs: false,
  query: reportScopeQuerySchema,
  answer: latePaymentsSchema,
  handler: ({ actor, query }) => readLatePayments(actor, query),
});
