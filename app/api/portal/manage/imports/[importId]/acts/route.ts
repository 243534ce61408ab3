import { PERMISSIONS } from "@/lib/admin/permissions";
import {
  importActSchema,
  importParamsSchema,
  walletImportSchema,
} from "@/lib/contract/portal/wallet-imports";
import { actOnImport, presentImport } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Has the file read, the import carried out, stopped or given up. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  body: importActSchema,
  answer: walletImportSchema,
  handler: async ({ params: { importId }, body, ...call }) => {
    await actOnImport(call, importId, body.act);
    return presentImport(call.actor, importId);
  },
});
