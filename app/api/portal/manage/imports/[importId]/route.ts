import { PERMISSIONS } from "@/lib/admin/permissions";
import { importParamsSchema, walletImportSchema } from "@/lib/contract/portal/wallet-imports";
import { presentImport } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  answer: walletImportSchema,
  // An open page asks by itself while an import is worked on.
  prolongs: false,
  handler: ({ actor, params }) => presentImport(actor, params.importId),
});
