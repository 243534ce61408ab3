import { DESK_ROLES } from "@/lib/auth/roles";
import { reportChoicesSchema } from "@/lib/contract/portal/reports";
import { readReportChoices } from "@/lib/http/portal/reports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The merchants and branches that a report can be limited to. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "own",
  answer: reportChoicesSchema,
  handler: ({ actor }) => readReportChoices(actor),
});
