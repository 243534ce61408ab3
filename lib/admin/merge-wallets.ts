import { WALLET_STATUS } from "@/lib/ledger/types";
import type { AdminActor } from "./actor";
import { ledgerActor } from "./adjust-points";
import { administer, requireVersion } from "./administer";
import { shownTo } from "./administer-wallet";
import { changeWallet } from "./change-wallet";
import type { LedgerAdminContext } from "./context";
import { AdminError } from "./errors";
import { lockWallets, requireOpen, type WalletRecord } from "./wallet-record";

/** A wallet that is in use at the very moment gets a few more movements; one that never rests is left for later. */
const ATTEMPTS_MAX = 5;

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

/**
 * Ends one wallet in favour of another: all its points, suspended ones and lifetime totals included, move through the
 * ledger, each keeping its last day, and the wallet becomes merged. Interrupted, it is simply asked for again: what has
 * moved has moved, and the rest follows.
 *
 * The movement commits in the ledger's own transaction, so a first audit row is written before it and a second with the
 * change of the status.
 *
 * @throws AdminError forbidden, not_found, conflict, wallet_status, invalid, busy; DomainError 1301 (the wallet is below
 * zero), 1304 (the other would hold too much), 1902
 */
export async function mergeWallets(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, version, toWalletCode, reason }: MergeWalletsInput,
): Promise<WalletRecord> {
  if (walletCode === toWalletCode) throw new AdminError("invalid", { field: "toWalletCode" });
  await administer(context, actor, "wallet.merge", async (act) => {
    const [from, to] = await lockWallets(act, [walletCode, toWalletCode]);
    requireVersion("wallet", from.version, version);
    requireMovable(from);
    requireMovable(to);
    const merging = { mergingInto: toWalletCode, reason };
    const { merchantId } = actor;
    await act.record({ subject: "wallet", subjectId: walletCode, merchantId, before: null, after: merging });
  });
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const merged = await closeEmptied(context, actor, { walletCode, toWalletCode, reason });
    if (merged !== null) return shownTo(actor, merged);
    await context.ledger.post({
      type: "transfer",
      walletCode,
      toWalletCode,
      comment: reason,
      actor: ledgerActor(actor),
    });
  }
  throw new AdminError("busy");
}

/** Marks the wallet as merged, under its lock, if everything has moved out of it; otherwise null. */
function closeEmptied(
  context: LedgerAdminContext,
  actor: AdminActor,
  { walletCode, toWalletCode, reason }: Pick<MergeWalletsInput, "walletCode" | "toWalletCode" | "reason">,
): Promise<WalletRecord | null> {
  return administer(context, actor, "wallet.merge", async (act) => {
    const [from, to] = await lockWallets(act, [walletCode, toWalletCode]);
    requireMovable(from);
    requireMovable(to);
    if ([from.balance, from.suspended, from.accumulated, from.redeemed].some((points) => points !== 0))
      return null;
    return changeWallet(act, from, {
      wallet: { statusId: WALLET_STATUS.merged, mergedIntoWalletId: BigInt(to.id) },
      unseen: { reason },
    });
  });
}

/** The ledger moves nothing in a blocked, closed or merged wallet. */
function requireMovable(wallet: WalletRecord): void {
  requireOpen(wallet);
  const { statusId } = wallet;
  if (statusId === WALLET_STATUS.blocked) throw new AdminError("wallet_status", { statusId });
}
