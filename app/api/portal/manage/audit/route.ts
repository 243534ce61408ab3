import { readAuditPage } from "@/lib/areas/audit/portal";
import { auditPageSchema, auditQuerySchema } from "@/lib/areas/audit/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The audit log, the newest first, page by page. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: auditQuerySchema,
  answer: auditPageSchema,
  handler: ({ actor, query }) => readAuditPage(actor, query),
});
