import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/core/types";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets, requireNoFamily } from "@/lib/portal/acts/wallet-record";
import { statusesAfter } from "./wallet-status";

export interface SetWalletStatusInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  statusId: WalletStatusId;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Activates, suspends, blocks, closes or reopens a wallet, in order with the movements of its points. Only an empty wallet
 * can be closed; one below zero is empty.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, wallet_not_empty, in_family
 */
export function setWalletStatus(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, statusId, reason }: SetWalletStatusInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_status", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    if (wallet.statusId === statusId) return wallet;
    if (wallet.isErased || !statusesAfter(wallet.statusId).includes(statusId)) {
      throw new AdminError("wallet_status", { statusId: wallet.statusId });
    }
    if (wallet.statusId === WALLET_STATUS.closed) requirePermission(actor, "wallet.reopen");
    const points = Math.max(0, wallet.balance) + wallet.suspended;
    if (statusId === WALLET_STATUS.closed && points > 0) throw new AdminError("wallet_not_empty", { points });
    if (statusId === WALLET_STATUS.closed) requireNoFamily(wallet);
    return changeWallet(act, wallet, { wallet: { statusId }, unseen: { reason } });
  });
}
