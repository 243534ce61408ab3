import { approveHere } from "@/lib/areas/approvals/portal";
import {
  approvalParamsSchema,
  approveHereRequestSchema,
  askedApprovalSchema,
} from "@/lib/areas/approvals/schemas";
import { TILL_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Somebody else approves the actor's request at the actor's till, with their own PIN. */
export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "own",
  params: approvalParamsSchema,
  body: approveHereRequestSchema,
  answer: askedApprovalSchema,
  handler: ({ params, body, ...call }) => approveHere(call, params.approvalId, body),
});
