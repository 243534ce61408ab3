import { PERMISSIONS } from "@/lib/admin/permissions";
import { updateWallet } from "@/lib/admin/update-wallet";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/contract/portal/wallet-desk";
import { walletChangesSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentDeskWallet, walletCodeOf } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  params: walletIdParamsSchema,
  answer: deskWalletSchema,
  handler: ({ actor, params }) => presentDeskWallet(actor, params.walletId),
});

export const PATCH = withPortal({
  roles: PERMISSIONS["wallet.update"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletChangesSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(walletId);
    await updateWallet(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, walletId);
  },
});
