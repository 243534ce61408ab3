import * as z from "zod/mini";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { walletExport } from "@/lib/areas/wallets/desk-portal";
import { walletFileQuerySchema } from "@/lib/areas/wallets/desk-schemas";
import { languageOfRequest } from "@/lib/portal/cookies";
import { withPortal } from "@/lib/portal/with-portal";

/** Wallets as a CSV file. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.export"],
  reach: "own",
  query: walletFileQuerySchema,
  answer: z.never(),
  handler: ({ query, ...call }) => walletExport(call, query, languageOfRequest(call.request.headers)),
});
