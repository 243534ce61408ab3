import { ADMIN_ROLES } from "@/lib/areas/roles";
import { readSecurityPage } from "@/lib/areas/security/portal";
import { securityPageSchema, securityQuerySchema } from "@/lib/areas/security/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** The log of security events, the newest first, page by page. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: securityQuerySchema,
  answer: securityPageSchema,
  handler: ({ actor, query }) => readSecurityPage(actor, query),
});
