import * as z from "zod/mini";
import { dealExport } from "@/lib/areas/deals/export-portal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { chosenSchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** The chosen deals as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.export"],
  reach: "own",
  query: chosenSchema,
  answer: z.never(),
  handler: dealExport,
});
