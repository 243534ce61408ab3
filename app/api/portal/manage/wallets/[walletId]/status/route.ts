import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { walletStatusSchema } from "@/lib/areas/wallets/schemas";
import { setWalletStatus } from "@/lib/areas/wallets/set-wallet-status";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_status"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletStatusSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await setWalletStatus(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});
