import * as z from "zod/mini";
import { issueReport } from "@/lib/areas/coupons/portal";
import { issueTargetSchema } from "@/lib/areas/coupons/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** What a file came to, as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["coupon_issue.create"],
  reach: "own",
  params: issueTargetSchema,
  answer: z.never(),
  handler: ({ params, actor, request }) =>
    issueReport(actor, params.issueId, languageOfRequest(request.headers)),
});
