import * as z from "zod/mini";
import { DESK_ROLES } from "@/lib/auth/roles";
import { reportExportQuerySchema } from "@/lib/contract/portal/reports";
import { languageOfRequest } from "@/lib/http/portal/cookies";
import { exportReport } from "@/lib/http/portal/reports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** One of a report's tables as a CSV file. */
export const GET = withPortal({
  roles: DESK_ROLES,
  reach: "merchant",
  query: reportExportQuerySchema,
  answer: z.never(),
  handler: ({ actor, query, request }) => exportReport(actor, query, languageOfRequest(request.headers)),
});
