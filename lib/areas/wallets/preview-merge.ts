import { listSegments } from "@/lib/areas/programme/segments";
import { type AdminActor, ledgerActor, requirePermission } from "@/lib/portal/acts/actor";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { requireSeen } from "@/lib/portal/acts/wallet-record";
import type { Wallet } from "@/lib/wallet/read";
import { viewWallet } from "./view-wallet";

/** Points of a wallet after a merge. */
interface Holding {
  balance: number;
  suspended: number;
  accumulated: number;
  redeemed: number;
  segmentId: number;
}

export interface MergePreview {
  from: Wallet;
  to: Wallet;
  /** The points that would move, those that have lapsed already left out. */
  movedPoints: number;
  movedSuspended: number;
  /** The wallet that stays, afterwards. */
  after: Holding;
}

/**
 * Preview of {@link mergeWallets}, by the ledger's own rules.
 * @throws AdminError forbidden, not_found, invalid; DomainError of the ledger: why it cannot be done
 */
export async function previewMerge(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, toWalletCode }: { walletCode: string; toWalletCode: string },
): Promise<MergePreview> {
  requirePermission(actor, "wallet.merge");
  if (walletCode === toWalletCode) throw new AdminError("invalid", { field: "toWalletCode" });
  const [from, to] = await Promise.all([
    viewWallet(context, actor, { walletCode }),
    readTarget(context, actor, toWalletCode),
  ]);
  await requireSeen(context.database, actor, [from.id, to.id]);
  const command = { type: "transfer", actor: ledgerActor(actor) } as const;
  const [{ entry }, segments] = await Promise.all([
    context.ledger.quote({ ...command, walletCode, toWalletCode }),
    listSegments(context, actor),
  ]);
  const accumulated = to.accumulated + from.accumulated;
  const present = segments.find(({ segmentId }) => segmentId === to.segment.segmentId);
  // Wallets move up by themselves, and never down.
  const reached = segments.filter(({ value }) => value <= accumulated).at(-1);
  const movesUp = reached !== undefined && present !== undefined && reached.value > present.value;
  return {
    from,
    to,
    movedPoints: entry.amount === 0 ? 0 : -entry.pointsDelta,
    movedSuspended: -entry.suspendedDelta,
    after: {
      balance: to.balance - entry.pointsDelta,
      suspended: to.suspended - entry.suspendedDelta,
      accumulated,
      redeemed: to.redeemed + from.redeemed,
      segmentId: movesUp ? reached.segmentId : to.segment.segmentId,
    },
  };
}

async function readTarget(
  context: LedgerAdminContext,
  actor: AdminActor,
  walletCode: string,
): Promise<Wallet> {
  try {
    return await viewWallet(context, actor, { walletCode });
  } catch (error) {
    // Of the two it is the one that was typed.
    if (error instanceof AdminError && error.code === "not_found")
      throw new AdminError("invalid", { field: "toWalletCode" });
    throw error;
  }
}
