import * as z from "zod/mini";
import { importReport } from "@/lib/areas/imports/report-portal";
import { importParamsSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** The refused lines of an import as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  answer: z.never(),
  handler: ({ params, actor, request }) =>
    importReport({ actor }, params.importId, languageOfRequest(request.headers)),
});
