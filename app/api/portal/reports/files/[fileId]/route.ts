import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { downloadReportFile } from "@/lib/areas/reports/files-portal";
import { reportFileParamsSchema } from "@/lib/areas/reports/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** A file of entries that is done. */
export const GET = withPortal({
  roles: PERMISSIONS["report_file.create"],
  reach: "own",
  params: reportFileParamsSchema,
  answer: z.never(),
  handler: ({ actor, params }) => downloadReportFile(actor, params.fileId),
});
