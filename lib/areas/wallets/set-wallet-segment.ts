import { findSegment } from "@/lib/areas/programme/segments";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { agree, withSecondPerson } from "@/lib/portal/acts/second-person";
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
 * Moves a wallet to another segment, up or down. Its next movement is at that segment's rates. The wallet stays there until its lifetime
 * points pass the value of another segment that they had not reached by now. A higher one counts with the wallet's balance among what one
 * person gives alone in 24 hours (rules.md §24).
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, invalid
 */
export function setWalletSegment(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version, segmentId, reason }: SetWalletSegmentInput,
): Promise<AdministeredWallet> {
  return withSecondPerson(context, actor, "wallet.set_segment", () =>
    administerWallet(context, actor, "wallet.set_segment", async (act) => {
      const [wallet] = await lockWallets(act, [walletCode]);
      requireVersion("wallet", wallet.version, version);
      requireOpen(wallet);
      if (wallet.segment.segmentId === segmentId) return wallet;
      const segment = await findSegment(act.tx, segmentId);
      if (segment === null) throw new AdminError("invalid", { field: "segmentId" });
      const approvedBy = await agree(act, {
        kind: "segment",
        alone: { kind: "segment", reference: `${wallet.id}-${wallet.version}` },
        merchantId: actor.merchantId,
        walletId: wallet.id,
        points: segment.value > wallet.segment.value ? Math.max(0, wallet.balance) : 0,
        content: [segmentId],
        summary: { tierEn: segment.nameEn, tierAr: segment.nameAr },
        reason,
      });
      const chosen = { segmentId, segmentChosenAtPoints: wallet.accumulated };
      const unseen = approvedBy === null ? { reason } : { reason, approvedBy };
      return changeWallet(act, wallet, { wallet: chosen, unseen });
    }),
  );
}
