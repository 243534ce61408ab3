import { readApprovals } from "@/lib/areas/approvals/portal";
import { approvalListSchema } from "@/lib/areas/approvals/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** What tills have asked for: of the actor's merchant, or all. */
export const GET = withPortal({
  roles: PERMISSIONS["approval.read"],
  reach: "own",
  answer: approvalListSchema,
  // An open page asks by itself, every few seconds.
  prolongs: false,
  handler: ({ actor }) => readApprovals(actor),
});
