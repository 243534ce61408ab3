import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { evidenceReport } from "@/lib/areas/radar/report-portal";
import { findingTargetSchema } from "@/lib/areas/radar/schemas";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** What a finding rests on as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["radar.read"],
  reach: "own",
  params: findingTargetSchema,
  answer: z.never(),
  handler: ({ actor, params, request }) =>
    evidenceReport(actor, params.findingId, languageOfRequest(request.headers)),
});
