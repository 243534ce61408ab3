import { actOnImport, presentImport } from "@/lib/areas/imports/portal";
import { importActSchema, importParamsSchema, walletImportSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

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
