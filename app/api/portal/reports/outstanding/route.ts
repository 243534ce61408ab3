import { ADMIN_ROLES } from "@/lib/auth/roles";
import { outstandingSchema } from "@/lib/contract/portal/reports";
import { readOutstandingPoints } from "@/lib/http/portal/reports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** All points that customers hold, by the month in which they lapse. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "programme",
  prolongs: false,
  answer: outstandingSchema,
  handler: () => readOutstandingPoints(),
});
