import type { AdminActor } from "@/lib/areas/actor";
import { requireVersion } from "@/lib/areas/administer";
import type { WalletAdminContext } from "@/lib/areas/context";
import { type AdministeredWallet, administerWallet } from "@/lib/areas/wallets/administer-wallet";
import { changeWallet } from "@/lib/areas/wallets/change-wallet";
import { lockWallets, requireOpen } from "@/lib/areas/wallets/wallet-record";
import type { WalletType } from "@/lib/ledger/types";

export interface SetWalletTypeInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Null: an ordinary one. */
  walletType: WalletType | null;
}

/**
 * Says what kind of wallet it is. What was reported of it before stays as it was reported.
 * @throws AdminError forbidden, not_found, conflict, wallet_status
 */
export function setWalletType(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, walletType }: SetWalletTypeInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_type", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    return changeWallet(act, wallet, { wallet: { walletType } });
  });
}
