import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { importParamsSchema } from "@/lib/contract/portal/wallet-imports";
import { languageOfRequest } from "@/lib/http/portal/cookies";
import { importReport } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The refused lines of an import as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  answer: z.never(),
  handler: ({ params, actor, request }) =>
    importReport({ actor }, params.importId, languageOfRequest(request.headers)),
});
