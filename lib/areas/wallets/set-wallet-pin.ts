import type { AdminActor } from "@/lib/portal/acts/actor";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import { writePin } from "@/lib/wallet/change";
import { notePinChange, requireMayOpen } from "./pin-changes";
import { hashPin, refuseCommonPin } from "./wallet-pin";

/**
 * Gives a wallet a PIN, or another one; locks and counts of wrong ones end. The PIN itself is kept nowhere. The person who sets it does not
 * redeem with it for a day, and above the programme's limit a second person approves (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, wallet_status, invalid
 */
export async function setWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, pin }: { walletCode: string; pin: string },
): Promise<AdministeredWallet> {
  const hash = await hashPin(pin);
  return withSecondPerson(context, actor, "wallet.set_pin", () =>
    administerWallet(context, actor, "wallet.set_pin", async (act) => {
      const [wallet] = await lockWallets(act, [walletCode]);
      requireOpen(wallet);
      const { contactMsisdn } = wallet;
      refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: wallet.profile.birthDate });
      const approvedBy = await requireMayOpen(act, wallet, "set");
      await notePinChange(act.tx, { walletId: BigInt(wallet.id), changedBy: actor.userId, at: act.now });
      await writePin(act.tx, { walletId: BigInt(wallet.id), hash, now: act.now, setBy: actor.userId });
      return changeWallet(act, wallet, {
        unseen: {
          credentials: wallet.hasPin ? "replaced" : "set",
          ...(approvedBy !== null && { approvedBy }),
        },
      });
    }),
  );
}
