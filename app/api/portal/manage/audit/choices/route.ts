import { readAuditChoices } from "@/lib/areas/audit/portal";
import { auditChoicesSchema } from "@/lib/areas/audit/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** What the audit log can be filtered by. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: auditChoicesSchema,
  handler: ({ actor }) => readAuditChoices(actor),
});
