import { clearWalletPin } from "@/lib/admin/clear-wallet-pin";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { setWalletPin } from "@/lib/admin/set-wallet-pin";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/contract/portal/wallet-desk";
import { walletPinSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentDeskWallet, walletCodeOf } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Gives the wallet a PIN, or another one. */
export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_pin"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletPinSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(walletId);
    await setWalletPin(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, walletId);
  },
});

/** Takes the PIN away. */
export const DELETE = withPortal({
  roles: PERMISSIONS["wallet.clear_pin"],
  reach: "programme",
  params: walletIdParamsSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, ...call }) => {
    await clearWalletPin(adminContext(), adminActor(call), { walletCode: await walletCodeOf(walletId) });
    return presentDeskWallet(call.actor, walletId);
  },
});
