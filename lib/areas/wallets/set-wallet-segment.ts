import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";

export interface SetWalletSegmentInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  segmentId: number;
  /** Why; kept in the audit log. */
  reason: string;
}

/**
 * Moves a wallet to another segment, up or down. Its next movement is at that segment's rates. It stays there until
 * its lifetime points pass the value of another segment that they had not reached by now.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, invalid
 */
export function setWalletSegment(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, segmentId, reason }: SetWalletSegmentInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.set_segment", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    if (wallet.segment.segmentId === segmentId) return wallet;
    const known = await act.tx.segment.count({ where: { id: segmentId } });
    if (known === 0) throw new AdminError("invalid", { field: "segmentId" });
    const chosen = { segmentId, segmentChosenAtPoints: wallet.accumulated };
    return changeWallet(act, wallet, { wallet: chosen, unseen: { reason } });
  });
}
