import * as z from "zod/mini";
import { importTemplate } from "@/lib/areas/imports/portal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** An empty file with every column, to be filled in. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  answer: z.never(),
  handler: async () => importTemplate(),
});
