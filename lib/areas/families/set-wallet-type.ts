import type { WalletType } from "@/lib/ledger/core/types";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets, requireNoFamily, requireOpen } from "@/lib/portal/acts/wallet-record";

export interface SetWalletTypeInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Null: an ordinary one. */
  walletType: WalletType | null;
}

/**
 * Says what kind of wallet it is. A test wallet, which counts in no report, is one from before its first transaction, or never.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, in_family, invalid
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
    if ((wallet.walletType === "test") !== (walletType === "test")) {
      // Reports add up entry by entry, and the points of a family together.
      if (wallet.lastSeq > 0) throw new AdminError("invalid", { field: "walletType" });
      requireNoFamily(wallet);
    }
    return changeWallet(act, wallet, { wallet: { walletType } });
  });
}
