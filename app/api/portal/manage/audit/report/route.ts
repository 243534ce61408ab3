import * as z from "zod/mini";
import { ADMIN_ROLES } from "@/lib/auth/roles";
import { auditFiltersSchema } from "@/lib/contract/portal/manage-audit";
import { auditReport } from "@/lib/http/portal/manage-audit";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The acts that match as a CSV file. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: auditFiltersSchema,
  answer: z.never(),
  handler: async ({ actor, query }) => auditReport(actor, query),
});
