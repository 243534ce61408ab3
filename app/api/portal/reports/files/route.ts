import { PERMISSIONS } from "@/lib/areas/permissions";
import { askForFile, listReportFiles } from "@/lib/areas/reports/files-portal";
import { createReportFileSchema, reportFileListSchema, reportFileSchema } from "@/lib/areas/reports/schemas";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** The caller's own files of entries. */
export const GET = withPortal({
  roles: PERMISSIONS["report_file.create"],
  reach: "own",
  answer: reportFileListSchema,
  // An open page asks by itself while a file is being made.
  prolongs: false,
  handler: async ({ actor }) => ({ files: await listReportFiles(actor) }),
});

/** Asks for a file, which is made after the answer. */
export const POST = withPortal({
  roles: PERMISSIONS["report_file.create"],
  reach: "merchant",
  body: createReportFileSchema,
  answer: reportFileSchema,
  handler: ({ body, request, ...call }) => askForFile(call, body, languageOfRequest(request.headers)),
});
