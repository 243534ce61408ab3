import { createImport } from "@/lib/areas/imports/import-wallets";
import { presentImport, readImportList } from "@/lib/areas/imports/portal";
import { createImportSchema, walletImportListSchema, walletImportSchema } from "@/lib/areas/imports/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The last files of wallets: of the actor's merchant, or all. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  answer: walletImportListSchema,
  // An open page asks by itself while an import is worked on.
  prolongs: false,
  handler: ({ actor }) => readImportList(actor),
});

/** Announces a file, whose parts are to follow. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.import"],
  reach: "own",
  body: createImportSchema,
  answer: walletImportSchema,
  handler: async ({ body, ...call }) =>
    presentImport(call.actor, await createImport(adminContext(), adminActor(call), body)),
});
