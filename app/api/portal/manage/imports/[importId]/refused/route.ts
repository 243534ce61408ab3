import { readRefused } from "@/lib/areas/imports/report-portal";
import { importParamsSchema, refusedLinesQuerySchema, refusedLinesSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** The refused lines of an import, part by part. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  query: refusedLinesQuerySchema,
  answer: refusedLinesSchema,
  handler: ({ actor, params, query }) => readRefused(actor, params.importId, query),
});
