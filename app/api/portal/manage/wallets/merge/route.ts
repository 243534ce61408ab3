import { mergeWallets } from "@/lib/admin/merge-wallets";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { DONE, doneSchema } from "@/lib/contract/portal/account";
import { mergeWalletsSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Ends one wallet in favour of another. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.merge"],
  reach: "programme",
  body: mergeWalletsSchema,
  answer: doneSchema,
  handler: async ({ body, ...call }) => {
    await mergeWallets(adminContext(), adminActor(call), body);
    return DONE;
  },
});
