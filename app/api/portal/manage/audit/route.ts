import { ADMIN_ROLES } from "@/lib/auth/roles";
import { auditPageSchema, auditQuerySchema } from "@/lib/contract/portal/manage-audit";
import { readAuditPage } from "@/lib/http/portal/manage-audit";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The audit log, the newest first, page by page. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: auditQuerySchema,
  answer: auditPageSchema,
  handler: ({ actor, query }) => readAuditPage(actor, query),
});
