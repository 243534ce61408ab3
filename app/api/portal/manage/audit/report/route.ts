import * as z from "zod/mini";
import { auditReport } from "@/lib/areas/audit/portal";
import { auditFiltersSchema } from "@/lib/areas/audit/schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** The acts that match as a CSV file. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "merchant",
  query: auditFiltersSchema,
  answer: z.never(),
  handler: async ({ actor, query, request }) => auditReport(actor, query, languageOfRequest(request.headers)),
});
