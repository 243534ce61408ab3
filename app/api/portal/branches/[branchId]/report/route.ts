import * as z from "zod/mini";
import { TILL_ROLES } from "@/lib/auth/roles";
import { branchParamsSchema, branchReportQuerySchema } from "@/lib/contract/portal/today";
import { branchReport } from "@/lib/http/portal/branch-report";
import { languageOfRequest } from "@/lib/http/portal/cookies";
import { withPortal } from "@/lib/http/portal/with-portal";

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
