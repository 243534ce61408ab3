import { allowanceSchema, joinFamilySchema } from "@/lib/areas/families/form-schemas";
import { joinFamily } from "@/lib/areas/families/join-family";
import { leaveFamily } from "@/lib/areas/families/leave-family";
import { setAllowance } from "@/lib/areas/families/set-allowance";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { presentDeskWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { deskWalletSchema, walletIdParamsSchema } from "@/lib/areas/wallets/desk-schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const PUT = withPortal({
  roles: PERMISSIONS["wallet.join_family"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: joinFamilySchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await joinFamily(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});

export const PATCH = withPortal({
  roles: PERMISSIONS["wallet.set_allowance"],
  reach: "programme",
  params: walletIdParamsSchema,
  body: allowanceSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, body, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    const wallet = await setAllowance(adminContext(), adminActor(call), { walletCode, ...body });
    return presentDeskWallet(call.actor, wallet);
  },
});

export const DELETE = withPortal({
  roles: PERMISSIONS["wallet.leave_family"],
  reach: "programme",
  params: walletIdParamsSchema,
  answer: deskWalletSchema,
  handler: async ({ params: { walletId }, ...call }) => {
    const walletCode = await walletCodeOf(call.actor, walletId);
    return presentDeskWallet(call.actor, await leaveFamily(adminContext(), adminActor(call), { walletCode }));
  },
});
