import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { importTemplate } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** An empty file with every column, to be filled in. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  answer: z.never(),
  handler: async () => importTemplate(),
});
