import { readOutstandingPoints } from "@/lib/areas/reports/portal";
import { outstandingSchema } from "@/lib/areas/reports/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** All points that customers hold, by the month in which they lapse. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "programme",
  prolongs: false,
  answer: outstandingSchema,
  handler: () => readOutstandingPoints(),
});
