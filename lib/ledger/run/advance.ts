import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { applyMoves } from "@/lib/ledger/rules/lots";
import type { Context } from "@/lib/ledger/rules/posting";
import { movesWith, movesWithout } from "@/lib/ledger/rules/tiers";
import { type Entry, LOG_TYPE, WALLET_STATUS } from "@/lib/ledger/rules/types";
import { countPaid } from "@/lib/ledger/with/bills/rule";
import { applyCoupons } from "@/lib/ledger/with/coupons/rule";
import { countSpent } from "@/lib/ledger/with/families/rule";
import { countEntry, limitsAfter } from "@/lib/ledger/with/limits/rule";
import { countPromotions } from "@/lib/ledger/with/promotions/rule";
import { countRecent } from "@/lib/ledger/with/reviews/rule";
import { applyAside, nextDue } from "./due";

/** The wallet after everything that was due is written, and the entries that do so (rules.md §8, §19). */
export function settle(
  { state, command, now, today }: Omit<Context, "wallet" | "addressed">,
  wallet: WalletState,
  options: { isMerged?: boolean } = {},
): { wallet: WalletState; postings: Posting[] } {
  const postings: Posting[] = [];
  let settled = wallet;
  for (;;) {
    const next = nextDue({ state, command, now, today, wallet: settled, addressed: settled }, options);
    if (next === null) return { wallet: settled, postings };
    if (settled === wallet) settled = copyOf(wallet);
    advance(settled, next, null);
    postings.push(next);
  }
}

function copyOf(wallet: WalletState): WalletState {
  const { lots, pending, holds } = wallet;
  return { ...wallet, lots: new Map(lots), pending: new Map(pending), holds: new Map(holds) };
}

/** Moves a wallet's state past a posting: balances, lots, what lies aside, position. `entry`: as it was written, where it was. */
export function advance(wallet: WalletState, posting: Posting, entry: Entry | null): void {
  const { draft } = posting;
  wallet.lastSeq = draft.seq;
  wallet.balance = draft.balanceAfter;
  wallet.accumulated = draft.accumulatedAfter;
  wallet.redeemed = draft.redeemedAfter;
  wallet.suspended = draft.suspendedAfter;
  if (posting.undoesBill !== undefined) wallet.tierMoves = movesWithout(wallet.tierMoves, posting.undoesBill);
  else if (entry !== null)
    wallet.tierMoves = movesWith(wallet, posting.restoresBill ?? entry.id, posting.segment.segmentId);
  wallet.segment = posting.segment;
  if (posting.mergedInto !== undefined) {
    wallet.statusId = WALLET_STATUS.merged;
    wallet.mergedIntoWalletId = posting.mergedInto;
  }
  applyMoves(wallet.lots, draft.lotMoves);
  applyAside(wallet, posting, entry);
}

/**
 * Applies a posting that has its id to the batch's copy of the state, so that the next command of the batch is decided
 * on it. The only mutation in the rules.
 */
export function apply(state: LedgerState, posting: Posting, entry: Entry): void {
  const wallet = state.wallets.get(posting.walletCode);
  if (wallet === undefined) throw new Error(`Wallet ${posting.walletCode} was not read`);
  advance(wallet, posting, entry);
  wallet.entries.set(entry.id, entry);
  if (posting.marks !== undefined) wallet.marks.set(entry.id, posting.marks);
  applyCoupons(state, wallet, posting, entry);
  if (state.limits !== null) countEntry(state.limits, posting, entry);
  if (state.reviews !== null) countRecent(state.reviews, entry);
  countPromotions(state, posting, entry);
  countPaid(state, wallet, posting, entry);
  countSpent(state, wallet, entry);
  state.segmentVersions.set(posting.segment.versionId, posting.segment);
  for (const { cancelledBySelf, walletId = wallet.id, ...reversal } of posting.reversals) {
    logById(state, wallet, walletId).reversals.set(
      reversal.entryId,
      cancelledBySelf ? { ...reversal, cancelledByEntryId: entry.id } : reversal,
    );
    if (entry.logTypeId === LOG_TYPE.rewardReturn)
      wallet.remainders.set(entry.id, reversal.taken - reversal.givenBack);
  }
}

/** The wallet of a batch by its id; `wallet` is most often meant. */
export function logById({ wallets }: LedgerState, wallet: WalletState, id: number): WalletState {
  if (id === wallet.id) return wallet;
  for (const log of wallets.values()) if (log.id === id) return log;
  throw new Error(`Wallet ${id} was not read`);
}

/** The state after postings that are not written yet, for the next part of their command; `state` is not changed. */
export function stateAfter(state: LedgerState, postings: readonly Posting[]): LedgerState {
  const wallets = new Map(state.wallets);
  let { limits } = state;
  for (const posting of postings) {
    const wallet = wallets.get(posting.walletCode);
    if (wallet === undefined) throw new Error(`Wallet ${posting.walletCode} was not read`);
    const after = copyOf(wallet);
    advance(after, posting, null);
    wallets.set(posting.walletCode, after);
    if (limits !== null) limits = limitsAfter(limits, posting);
  }
  return { ...state, wallets, limits };
}
