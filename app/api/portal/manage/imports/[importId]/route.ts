import { presentImport } from "@/lib/areas/imports/portal";
import { importParamsSchema, walletImportSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  params: importParamsSchema,
  answer: walletImportSchema,
  // An open page asks by itself while an import is worked on.
  prolongs: false,
  handler: ({ actor, params }) => presentImport(actor, params.importId),
});
