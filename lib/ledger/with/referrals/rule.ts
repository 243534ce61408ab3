import { lotDate } from "@/lib/ledger/rules/calendar";
import type { Command, RewardCommand } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { putIntoLots, takeFromLots } from "@/lib/ledger/rules/lots";
import { bySystem, type Context, posting, reversalOf, roomIn } from "@/lib/ledger/rules/posting";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { areReferralsOn, type ReferralOutcome, type SettledReferral, type WrittenReferral } from "./words";

/** Where a referrer's wallet can be given points: as for any reward (rules.md §2). */
const PAYABLE_STATUSES: readonly number[] = [1, 2];

/** Said on entries where the caller said nothing. An entry's words are stored once for all readers, so they are in both languages. */
const WORDS = {
  welcome: (points: number) => `Welcome bonus: ${points} points / مكافأة ترحيب: ${points} نقطة`,
  bonus: "Referral bonus / مكافأة ترشيح",
  takenBack: "Referral bonus taken back / سحب مكافأة ترشيح",
};

type Settled = Extract<ReferralOutcome, { kind: "settled" }>;

/**
 * Bonuses that the first reward of a referred customer decides, besides the `points` of its bill; null: none, because there is no referrer,
 * the bill is too small, or referrals are off. Refuses nothing: of a bonus only what fits is given.
 */
export function referralDue(
  { state, wallet, command, today }: Context<RewardCommand>,
  points: number,
): { outcome: Settled; comment: string | undefined } | null {
  const { programme } = state;
  const newcomer = state.wallets.get(command.walletCode);
  if (newcomer?.openReferrerId == null || !areReferralsOn(programme)) return null;
  if (command.value < moneyOf(programme.referralLeastValue)) return null;
  if (programme.referralSecondVisit && !state.referrals.visited.has(newcomer.id)) return null;
  const room = Math.min(programme.pointsPerEntryMax, roomIn(programme, wallet)) - points;
  const newcomerPoints = Math.max(0, Math.min(programme.referralNewcomerBonus, room));
  return {
    outcome: {
      kind: "settled",
      state: "paid",
      newcomerId: newcomer.id,
      referrerId: newcomer.openReferrerId,
      newcomerPoints,
      settledOn: today,
    },
    comment: newcomerPoints > 0 ? WORDS.welcome(newcomerPoints) : undefined,
  };
}

/** Bonuses taken back with a reward that is undone whole, where a referral was decided by it. */
export function referralTakenBack(
  { state }: Pick<Context, "state">,
  rewardEntryId: number,
): ReferralOutcome | undefined {
  const referral = state.referrals.settled.get(rewardEntryId);
  return referral === undefined ? undefined : { kind: "taken_back", referral };
}

/** How the rules write off what has lapsed in a wallet, and move a wallet past a posting. */
export interface Steps {
  settle(
    context: Omit<Context, "wallet" | "addressed">,
    wallet: WalletState,
  ): { wallet: WalletState; postings: Posting[] };
  advance(wallet: WalletState, posting: Posting): void;
}

/**
 * A command's own posting with what follows from it for whoever brought the customer: the referrer's bonus, or its cancellation, after
 * what has lapsed in that wallet. A bonus is taken back below zero where it is spent, whatever the programme says of the customer's
 * own points: who stands at the till is not refused for what another person has spent.
 */
export function withFollowers(context: Context, own: Posting, steps: Steps): Posting {
  const { referral: outcome } = own;
  if (outcome === undefined) return own;
  if (outcome.kind === "taken_back") {
    const follows = takeBackPostings(context, own, { ...steps, referral: outcome.referral });
    return follows.length === 0 ? own : { ...own, follows };
  }
  const { referralBonus, referralPerMonthMax } = context.state.programme;
  if (referralBonus === 0) return own;
  const got = context.state.referrals.bonusesOfMonth.get(outcome.referrerId) ?? 0;
  if (referralPerMonthMax !== null && got >= referralPerMonthMax)
    return { ...own, referral: { ...outcome, state: "over_limit" } };
  const follows = bonusPostings(context, own, { ...steps, referrerId: outcome.referrerId });
  return follows === null ? { ...own, referral: { ...outcome, state: "unpaid" } } : { ...own, follows };
}

/** The referrer's bonus; null where the referrer cannot be given any. */
function bonusPostings(
  context: Context,
  own: Posting,
  { referrerId, ...steps }: Steps & { referrerId: number },
): Posting[] | null {
  const { state, now, today } = context;
  const { programme } = state;
  const { mergedIntoWalletId } = walletById(state, referrerId);
  const referrer = walletById(state, mergedIntoWalletId ?? referrerId);
  // A referrer who was merged into the newcomer's own wallet gets nothing.
  if (referrer.walletCode === context.command.walletCode) return null;
  const into = referrer.poolWalletId === null ? referrer : walletById(state, referrer.poolWalletId);
  for (const { statusId, isOptedIn } of [referrer, into])
    if (!PAYABLE_STATUSES.includes(statusId) || !isOptedIn) return null;
  const { wallet, postings } = settledAfter(context, own, { ...steps, into });
  const { pointsPerEntryMax, referralBonus } = programme;
  const points = Math.min(referralBonus, pointsPerEntryMax, roomIn(programme, wallet));
  if (points <= 0) return null;
  // No bill stands behind a bonus: it is valued at what it would pay for.
  const { redeemFactor: factor } = wallet.segment;
  const lot = lotDate(today, programme.pointsValidityMonths);
  const bonus = posting(
    { wallet, command: bySystemItself(context.command, into, WORDS.bonus), now },
    {
      logTypeId: LOG_TYPE.adjustmentUp,
      pointsDelta: points,
      amountValue: valueOfPoints(points, factor),
      factor,
      lotMoves: putIntoLots([{ lot, points }], Math.max(0, -wallet.balance)),
      actorWalletId: into === referrer ? null : referrer.id,
    },
  );
  return [...postings, { ...bonus, relatesToOwn: true }];
}

/** The cancellation of a referrer's bonus; nothing where there was none. */
function takeBackPostings(
  context: Context,
  own: Posting,
  { referral: { bonus }, ...steps }: Steps & { referral: SettledReferral },
): Posting[] {
  if (bonus === null) return [];
  const from = walletById(context.state, bonus.walletId);
  const entry = from.entries.get(bonus.entryId);
  if (entry === undefined) throw new Error(`The bonus ${bonus.entryId} of a referral was not read`);
  // Since a merge another wallet has the points.
  const into = bonus.heirId === null ? from : walletById(context.state, bonus.heirId);
  const { wallet, postings } = settledAfter(context, own, { ...steps, into });
  const went = entry.lotMoves.flatMap(({ lot, points }): [string, number][] =>
    lot === null ? [] : [[lot, points]],
  );
  const back = posting(
    { wallet, command: bySystemItself(context.command, into, WORDS.takenBack), now: context.now },
    {
      logTypeId: LOG_TYPE.cancellation,
      pointsDelta: -entry.pointsDelta,
      amountValue: entry.amountValue,
      factor: entry.factor,
      lotMoves: takeFromLots(wallet.lots, entry.pointsDelta, went),
      relatedEntryId: entry.id,
      actorWalletId: into === from ? entry.actorWalletId : null,
      reversals: [{ cancelledBySelf: true, walletId: from.id, ...reversalOf(from, entry) }],
    },
  );
  return [...postings, back];
}

/** A wallet with what has lapsed in it written off, as it stands after the command's own entry. */
function settledAfter(
  { state, command, now, today, wallet: changed }: Context,
  own: Posting,
  { settle, advance, into }: Steps & { into: WalletState },
): { wallet: WalletState; postings: Posting[] } {
  if (own.draft.walletId !== into.id) return settle({ state, command, now, today }, into);
  // A pool that both share: what has lapsed in it was written off before the command's own entry.
  const { lots, pending, holds } = changed;
  const after = { ...changed, lots: new Map(lots), pending: new Map(pending), holds: new Map(holds) };
  advance(after, own);
  return { wallet: after, postings: [] };
}

/** The system's own act in the course of a person's command: no branch, no reference, no invoice. */
function bySystemItself({ actor }: Command, { walletCode }: WalletState, comment: string): Command {
  return { type: "expire", walletCode, actor: bySystem(actor), comment };
}

/**
 * Notes what became of a referral in the batch's copy of the state, so that its next command is decided on it. `follower`: the
 * referrer's entry, where there is one. Returns what is to be written; null: the posting decides no referral.
 */
export function applyReferral(
  state: LedgerState,
  { referral: outcome }: Posting,
  { own, follower }: { own: Entry; follower: Entry | undefined },
): WrittenReferral | null {
  if (outcome === undefined) return null;
  const { bonusesOfMonth, settled } = state.referrals;
  const count = (referrerId: number, more: number) =>
    bonusesOfMonth.set(referrerId, (bonusesOfMonth.get(referrerId) ?? 0) + more);
  const ownEntry = { walletId: own.walletId, entryId: own.id };
  const other =
    follower === undefined ? null : { walletId: follower.walletId, entryId: follower.id, heirId: null };
  if (outcome.kind === "settled") {
    const { newcomerId, referrerId, settledOn, newcomerPoints } = outcome;
    state.referrals.newcomerPoints.set(own.id, newcomerPoints);
    walletById(state, newcomerId).openReferrerId = null;
    settled.set(own.id, { newcomerId, referrerId, settledOn, reward: ownEntry, bonus: other });
    if (other !== null) count(referrerId, 1);
  } else {
    const { reward, bonus, referrerId, settledOn } = outcome.referral;
    settled.delete(reward.entryId);
    state.referrals.takenBack.add(reward.entryId);
    const month = formatLocalDate(own.createdAt, state.programme.timeZone).slice(0, 7);
    // A month that nobody in the batch asks about was not counted.
    if (bonus !== null && bonusesOfMonth.has(referrerId) && settledOn.startsWith(month))
      count(referrerId, -1);
  }
  return {
    outcome,
    own: ownEntry,
    follower: other && { walletId: other.walletId, entryId: other.entryId, points: follower?.amount ?? 0 },
  };
}

function walletById(state: LedgerState, id: number): WalletState {
  for (const wallet of state.wallets.values()) if (wallet.id === id) return wallet;
  throw new Error(`Wallet ${id} was not read`);
}
