import { WALLET_STATUS } from "@/lib/ledger/core/types";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets } from "@/lib/portal/acts/wallet-record";
import { eraseCustomer } from "@/lib/wallet/erase";
import { readWallet } from "@/lib/wallet/read";

export interface EraseWalletInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Erases what is known of the customer of a closed wallet, wherever it is kept (docs/privacy.md). The wallet's code and its log stay; of the
 * number a keyed hash does, so that no file brings the customer back. The audit row says that it was done, and nothing of what was erased.
 * @throws AdminError forbidden, not_found, conflict, wallet_status
 */
export function eraseWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, reason }: EraseWalletInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.erase", async (act) => {
    const { tx, now, record } = act;
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    const { statusId } = wallet;
    if (statusId !== WALLET_STATUS.closed) throw new AdminError("wallet_status", { statusId });
    if (wallet.isErased) return wallet;
    for (const subjectId of await eraseCustomer(tx, wallet.id, now))
      await record({
        ...{ subject: "wallet", subjectId, merchantId: actor.merchantId },
        before: { isErased: false },
        after: { isErased: true, reason },
      });
    const after = await readWallet(tx, { id: wallet.id }, act);
    if (after === null) throw new AdminError("not_found", { subject: "wallet" });
    return after;
  });
}
