import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { staffExport } from "@/lib/areas/staff/export-portal";
import { chosenSchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** The chosen staff as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["user.export"],
  reach: "own",
  query: chosenSchema,
  answer: z.never(),
  handler: staffExport,
});
