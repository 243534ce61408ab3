import * as z from "zod/mini";
import { exportReport } from "@/lib/areas/reports/portal";
import { reportExportQuerySchema } from "@/lib/areas/reports/schemas";
import { DESK_ROLES } from "@/lib/areas/roles";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** One of a report's tables as a CSV file. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  query: reportExportQuerySchema,
  answer: z.never(),
  handler: ({ actor, query, request }) => exportReport(actor, query, languageOfRequest(request.headers)),
});
