import type { AdminActor } from "@/lib/areas/actor";
import type { WalletAdminContext } from "@/lib/areas/context";
import { writePin } from "@/lib/ledger/wallet-changes";
import { type AdministeredWallet, administerWallet } from "./administer-wallet";
import { changeWallet } from "./change-wallet";
import { hashPin, refuseCommonPin } from "./wallet-pin";
import { lockWallets, requireOpen } from "./wallet-record";

/**
 * Gives a wallet a PIN, or another one; locks and counts of wrong ones end. The PIN itself is kept nowhere.
 * @throws AdminError forbidden, not_found, wallet_status, invalid
 */
export async function setWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, pin }: { walletCode: string; pin: string },
): Promise<AdministeredWallet> {
  const hash = await hashPin(pin);
  return administerWallet(context, actor, "wallet.set_pin", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    const { contactMsisdn } = wallet;
    refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: wallet.profile.birthDate });
    await writePin(act.tx, { walletId: BigInt(wallet.id), hash, now: act.now, setBy: actor.userId });
    return changeWallet(act, wallet, { unseen: { credentials: wallet.hasPin ? "replaced" : "set" } });
  });
}
