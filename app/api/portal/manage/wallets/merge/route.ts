import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { mergeWalletsSchema } from "@/lib/areas/wallets/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

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
