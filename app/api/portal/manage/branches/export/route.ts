import * as z from "zod/mini";
import { branchExport } from "@/lib/areas/branches/export-portal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { chosenSchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** The chosen branches as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["branch.export"],
  reach: "own",
  query: chosenSchema,
  answer: z.never(),
  handler: branchExport,
});
