import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { walletSegmentSchema } from "@/lib/areas/wallets/schemas";
import { setWalletSegment } from "@/lib/areas/wallets/set-wallet-segment";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_segment"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletSegmentSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await setWalletSegment(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});
