import { PERMISSIONS } from "@/lib/admin/permissions";
import { setWalletStatus } from "@/lib/admin/set-wallet-status";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/contract/portal/wallet-desk";
import { walletStatusSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentDeskWallet, walletCodeOf } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_status"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletStatusSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(walletId);
    await setWalletStatus(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, walletId);
  },
});
