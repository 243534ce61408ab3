import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { walletExportQuerySchema } from "@/lib/contract/portal/wallet-desk";
import { walletExport } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Wallets as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.export"],
  reach: "own",
  query: walletExportQuerySchema,
  answer: z.never(),
  handler: ({ query, ...call }) => walletExport(call, query),
});
