import * as z from "zod/mini";
import { TILL_ROLES } from "@/lib/areas/roles";
import { branchReport } from "@/lib/areas/today/report-portal";
import { branchParamsSchema, branchReportQuerySchema } from "@/lib/areas/today/schemas";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** The entries of a branch's day as a CSV file. */
export const GET = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  params: branchParamsSchema,
  query: branchReportQuerySchema,
  answer: z.never(),
  handler: ({ actor, params, query, request }) =>
    branchReport(actor, params.branchId, query, languageOfRequest(request.headers)),
});
