import { readReportChoices } from "@/lib/areas/reports/portal";
import { reportChoicesSchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The merchants and branches that a report can be limited to. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "own",
  answer: reportChoicesSchema,
  handler: ({ actor }) => readReportChoices(actor),
});
