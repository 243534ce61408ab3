import { walletTypeFormSchema } from "@/lib/areas/families/form-schemas";
import { setWalletType } from "@/lib/areas/families/set-wallet-type";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_type"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletTypeFormSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await setWalletType(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});
