import { readAsked } from "@/lib/areas/approvals/portal";
import { approvalParamsSchema, askedApprovalSchema } from "@/lib/areas/approvals/schemas";
import { TILL_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What became of the actor's own request. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  params: approvalParamsSchema,
  answer: askedApprovalSchema,
  // The till asks by itself while it waits.
  prolongs: false,
  handler: ({ actor, params }) => readAsked(actor, params.approvalId),
});
