import { ADMIN_ROLES } from "@/lib/auth/roles";
import { auditChoicesSchema } from "@/lib/contract/portal/manage-audit";
import { readAuditChoices } from "@/lib/http/portal/manage-audit";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What the audit log can be filtered by. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: auditChoicesSchema,
  handler: ({ actor }) => readAuditChoices(actor),
});
