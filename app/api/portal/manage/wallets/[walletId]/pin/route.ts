import { PERMISSIONS } from "@/lib/areas/permissions";
import { clearWalletPin } from "@/lib/areas/wallets/clear-wallet-pin";
import { presentDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { walletPinSchema } from "@/lib/areas/wallets/schemas";
import { setWalletPin } from "@/lib/areas/wallets/set-wallet-pin";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Gives the wallet a PIN, or another one. */
export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_pin"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletPinSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await setWalletPin(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});

/** Takes the PIN away. */
export const DELETE = withPortal({
  roles: PERMISSIONS["wallet.clear_pin"],
  reach: "programme",
  params: walletIdParamsSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    return presentDeskWallet(
      call.actor,
      await clearWalletPin(adminContext(), adminActor(call), { walletCode }),
    );
  },
});
