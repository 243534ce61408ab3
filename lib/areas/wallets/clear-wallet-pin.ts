import type { AdminActor } from "@/lib/portal/acts/actor";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import { removePin } from "@/lib/wallet/change";
import { notePinChange, requireMayOpen } from "./pin-changes";

/**
 * Takes a wallet's PIN away: it redeems without one from now on. A wallet without a PIN stays as it is. The person who takes it away does
 * not redeem from the wallet for a day, and above the programme's limit a second person approves.
 * @throws AdminError second_person, forbidden, not_found, wallet_status
 */
export function clearWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode }: { walletCode: string },
): Promise<AdministeredWallet> {
  return withSecondPerson(context, actor, "wallet.clear_pin", () =>
    administerWallet(context, actor, "wallet.clear_pin", async (act) => {
      const [wallet] = await lockWallets(act, [walletCode]);
      requireOpen(wallet);
      if (!wallet.hasPin) return wallet;
      const approvedBy = await requireMayOpen(act, wallet, "clear");
      await notePinChange(act.tx, { walletId: BigInt(wallet.id), changedBy: actor.userId, at: act.now });
      await removePin(act.tx, BigInt(wallet.id));
      return changeWallet(act, wallet, {
        unseen: { credentials: "cleared", ...(approvedBy !== null && { approvedBy }) },
      });
    }),
  );
}
