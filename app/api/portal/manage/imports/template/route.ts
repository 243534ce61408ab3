import * as z from "zod/mini";
import { importTemplate } from "@/lib/areas/imports/report-portal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** A file with every column and an example, to be filled in. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  answer: z.never(),
  handler: ({ actor, request }) => importTemplate(actor, languageOfRequest(request.headers)),
});
