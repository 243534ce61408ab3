import { createImport } from "@/lib/admin/import-wallets";
import { PERMISSIONS } from "@/lib/admin/permissions";
import {
  createImportSchema,
  walletImportListSchema,
  walletImportSchema,
} from "@/lib/contract/portal/wallet-imports";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentImport, readImportList } from "@/lib/http/portal/wallet-imports";
import { withPortal } from "@/lib/http/portal/with-portal";

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
