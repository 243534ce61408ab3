import { askFromTill } from "@/lib/areas/approvals/portal";
import { askApprovalRequestSchema, askedApprovalSchema } from "@/lib/areas/approvals/schemas";
import { TILL_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Asks for somebody to let a movement pass its limits. */
export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: askApprovalRequestSchema,
  answer: askedApprovalSchema,
  handler: ({ actor, body }) => askFromTill(actor, body),
});
