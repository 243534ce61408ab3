import type { AdminActor } from "@/lib/portal/acts/actor";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets } from "@/lib/portal/acts/wallet-record";

/**
 * Takes a child out of its family. The points stay where they are: what it earned into a pool is the pool's. Its entries there are given
 * back and undone there.
 * @throws AdminError forbidden, not_found, not_in_family
 */
export function leaveFamily(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode }: { walletCode: string },
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.leave_family", async (act) => {
    const [child] = await lockWallets(act, [walletCode]);
    if (child.family?.parent == null) throw new AdminError("not_in_family");
    return changeWallet(act, child, {
      wallet: { parentWalletId: null, familyRole: null, poolWalletId: null, childAllowance: null },
    });
  });
}
