import { PERMISSIONS } from "@/lib/admin/permissions";
import { setWalletSegment } from "@/lib/admin/set-wallet-segment";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/contract/portal/wallet-desk";
import { walletSegmentSchema } from "@/lib/contract/portal/wallets";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentDeskWallet, walletCodeOf } from "@/lib/http/portal/wallet-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.set_segment"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: walletSegmentSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(walletId);
    await setWalletSegment(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, walletId);
  },
});
