import { listSegments } from "@/lib/areas/programme/segments";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { StaleError } from "@/lib/ledger/run/ledger";
import { type AdminActor, ledgerActor, requirePermission } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { administerWallets, shownTo, type WalletAct } from "@/lib/portal/acts/administer-wallet";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { LedgerAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type AloneKey, postCounted } from "@/lib/portal/acts/points-alone";
import { type Approval, agreeLater } from "@/lib/portal/acts/second-person";
import { lockWallets, requireNoFamily, requireOpen, requireSeen } from "@/lib/portal/acts/wallet-record";
import { countUpVersion } from "@/lib/wallet/change";
import type { Wallet } from "@/lib/wallet/read";
import { viewWallet } from "./read";

export interface MergeWalletsInput {
  /** The wallet that ends. */
  walletCode: string;
  /** Its version that was read. */
  version: number;
  /** The wallet that stays, with its own mobile number, PIN and profile. */
  toWalletCode: string;
  /** Why; kept in the audit log and as the entries' comment. */
  reason: string;
}

/** Wallets that change between their first lock and the ledger's are looked at once more. */
const ATTEMPTS_MAX = 5;

/**
 * Ends one wallet in favour of another: all its points, suspended ones and lifetime totals included, move through the
 * ledger, each keeping its last day, and the wallet becomes merged, all in the ledger's one transaction with the audit row.
 * Above what one person may move alone in 24 hours it needs a second one (rules.md §16).
 *
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, in_family, invalid; DomainError 1301 (the wallet is below zero),
 * 1304 (the other would hold too much), 1902
 */
export async function mergeWallets(
  context: LedgerAdminContext,
  actor: AdminActor,
  input: MergeWalletsInput,
): Promise<Wallet> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await merge(context, actor, input);
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
      if (attempt === ATTEMPTS_MAX)
        throw new AdminError("conflict", { subject: "wallet", version: input.version });
    }
  }
}

async function merge(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, version, toWalletCode, reason }: MergeWalletsInput,
): Promise<Wallet> {
  if (walletCode === toWalletCode) throw new AdminError("invalid", { field: "toWalletCode" });
  const { from, key, approval, expects } = await administerWallets(
    context,
    actor,
    "wallet.merge",
    async (act) => {
      const [from, to] = await lockWallets(act, [walletCode, toWalletCode]);
      requireVersion("wallet", from.version, version);
      requireMovable(from);
      requireMovable(to);
      requireNoFamily(from);
      // The points would go where a pooled child cannot spend them.
      if (to.pool !== null) requireNoFamily(to);
      const points = Math.max(0, from.balance) + from.suspended;
      const key: AloneKey = {
        userId: actor.userId,
        kind: "merge",
        reference: `${from.id}-${version}-${to.id}-${points}`,
      };
      const approval = await requireMayMove(act, { from, to, points, key });
      return { from, key, approval, expects: { version, toVersion: to.version, pointsMax: points } };
    },
  );
  const { merchantId } = actor;
  const audit = auditStatement({
    action: "wallet.merge",
    subject: "wallet",
    subjectId: walletCode,
    merchantId,
    before: { statusId: from.statusId, mergedIntoWalletCode: null },
    after: {
      statusId: WALLET_STATUS.merged,
      mergedIntoWalletCode: toWalletCode,
      reason,
      approvedBy: approval?.approvedBy ?? null,
    },
    at: context.clock.now(),
    by: actor,
  });
  const { entry, standing } = await postCounted(context, key, {
    type: "transfer",
    walletCode,
    toWalletCode,
    expects,
    comment: reason,
    actor: ledgerActor(actor),
    wantsStanding: true,
    alongside: [audit, countUpVersion(from.id), ...(approval?.used ?? [])],
  });
  return shownTo(actor, {
    ...from,
    ...standing?.wallet,
    lastSeq: entry.seq,
    mergedIntoWalletCode: toWalletCode,
    version: from.version + 1,
  });
}

/** Counts the points that move, or finds the second person's approval. */
function requireMayMove(
  act: WalletAct,
  { from, to, points, key }: { from: Wallet; to: Wallet; points: number; key: AloneKey },
): Promise<Approval | null> {
  return agreeLater(act, {
    kind: "merge",
    alone: key,
    merchantId: act.actor.merchantId,
    walletId: from.id,
    points,
    content: [to.walletCode],
    summary: { toWalletCode: to.walletCode },
  });
}

/** The ledger moves nothing in a blocked, closed or merged wallet. */
function requireMovable(wallet: Wallet): void {
  requireOpen(wallet);
  const { statusId } = wallet;
  if (statusId === WALLET_STATUS.blocked) throw new AdminError("wallet_status", { statusId });
}

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
