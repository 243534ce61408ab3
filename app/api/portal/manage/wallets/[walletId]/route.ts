import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentDeskWallet, readDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { walletChangesSchema } from "@/lib/areas/wallets/schemas";
import { updateWallet } from "@/lib/areas/wallets/update-wallet";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: PERMISSIONS["wallet.read"],
  reach: "programme",
  params: walletIdParamsSchema,
  answer: deskWalletSchema,
  handler: ({ actor, params }) => readDeskWallet(actor, params.walletId),
});

export const PATCH = withPortal({
  roles: PERMISSIONS["wallet.update"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletChangesSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await updateWallet(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});
