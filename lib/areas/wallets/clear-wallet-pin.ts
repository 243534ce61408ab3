import type { AdminActor } from "@/lib/areas/actor";
import type { WalletAdminContext } from "@/lib/areas/context";
import { removePin } from "@/lib/ledger/wallet-changes";
import { type AdministeredWallet, administerWallet } from "./administer-wallet";
import { changeWallet } from "./change-wallet";
import { lockWallets, requireOpen } from "./wallet-record";

/**
 * Takes a wallet's PIN away: it redeems without one from now on. A wallet without a PIN stays as it is.
 * @throws AdminError forbidden, not_found, wallet_status
 */
export function clearWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode }: { walletCode: string },
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.clear_pin", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    if (!wallet.hasPin) return wallet;
    await removePin(act.tx, BigInt(wallet.id));
    return changeWallet(act, wallet, { unseen: { credentials: "cleared" } });
  });
}
