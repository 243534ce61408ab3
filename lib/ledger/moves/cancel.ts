import { businessDaysAfter } from "@/lib/ledger/rules/calendar";
import { type CancelCommand, keyName, operationsMeant } from "@/lib/ledger/rules/commands";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { putIntoLots, takeFromLots } from "@/lib/ledger/rules/lots";
import {
  type Change,
  type Context,
  ownEntry,
  posting,
  Refused,
  refuse,
  refuseForGood,
  reversalOf,
} from "@/lib/ledger/rules/posting";
import { segmentAt, segmentWithout } from "@/lib/ledger/rules/tiers";
import {
  type Entry,
  LOG_TYPE,
  type LogTypeId,
  type LotMove,
  type ReversalState,
} from "@/lib/ledger/rules/types";
import { lotOfReward, takeFromPending } from "@/lib/ledger/with/aside/rule";
import { isOf } from "@/lib/ledger/with/families/words";
import { countedAgainBy, givenBackBy } from "@/lib/ledger/with/promotions/rule";
import { referralTakenBack } from "@/lib/ledger/with/referrals/rule";
import { formatLocalDate } from "@/lib/platform/time";
import { giveBack } from "./hold";
import { debtOf, returnToLots } from "./refund";

/**
 * Undoes a whole redemption, reward, refund or return as if it had never been, and releases an open hold (rules.md §7). Of several entries with the
 * reference the only one that can be undone is meant. Refuses with 1002, 1401, 1417, 1414, 1411, 1413, 1412, 1415 or 1418.
 */
export function cancel(context: Context<CancelCommand>): Posting {
  const named = targetEntryIds(context);
  if (context.command.ofLapse) return undoLapse(context, named[0] ?? refuse(1401));
  const undoable = named.filter((id) => isUndoable((context.record ?? context.wallet).entries.get(id)));
  const [entryId, ...others] = undoable.length > 0 ? undoable : named;
  if (entryId === undefined) return refuse(1401);
  if (others.length === 0) return undo(context, entryId);
  const attempts = [entryId, ...others].map((id) => attempt(() => undo(context, id)));
  const [only, another] = attempts.filter((result): result is Posting => !(result instanceof Refused));
  if (another !== undefined) refuse(1417);
  if (only !== undefined) return only;
  // None of them can be undone; what is told is told of the latest.
  throw attempts.at(-1);
}

function attempt(work: () => Posting): Posting | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

const UNDOABLE: ReadonlySet<LogTypeId> = new Set([
  LOG_TYPE.redemption,
  LOG_TYPE.reward,
  LOG_TYPE.refund,
  LOG_TYPE.rewardReturn,
  LOG_TYPE.hold,
]);

function isUndoable(entry: Entry | undefined): boolean {
  return entry !== undefined && UNDOABLE.has(entry.logTypeId);
}

function undo(context: Context<CancelCommand>, entryId: number): Posting {
  const { state, wallet, record = wallet, command, today } = context;
  const entry = ownEntry(record, entryId, command.actor);
  const reversal = reversalOf(record, entry);
  const { originalKey } = command.target;
  // A hold has its own Release, and its number is no TransactionId.
  if (!isUndoable(entry) || (entry.logTypeId === LOG_TYPE.hold && originalKey === undefined))
    refuseForGood(command, entry);
  if (entry.logTypeId === LOG_TYPE.hold) return releaseCancelled(context, entry);
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  if (reversal.openRefunds > 0) refuse(1413);
  if (today > lastCancelDay(entry, state.programme)) refuse(1412);

  const undone = undoneBy(context, entry);
  const accumulated = wallet.accumulated + (undone.accumulatedDelta ?? 0);
  return posting(context, {
    logTypeId: 4,
    pointsDelta: undone.pointsDelta,
    suspendedDelta: undone.suspendedDelta ?? 0,
    amountValue: entry.amountValue,
    factor: entry.factor,
    lotMoves: undone.lotMoves,
    accumulatedDelta: undone.accumulatedDelta ?? 0,
    redeemedDelta: undone.redeemedDelta ?? 0,
    relatedEntryId: entry.id,
    ...(entry.logTypeId === 2 && {
      undoesBill: entry.id,
      segment: segmentWithout(state, wallet, { entryId, accumulated }),
    }),
    ...(undone.again === undefined ? {} : undone.again),
    ...(undone.aside === undefined ? {} : { aside: undone.aside }),
    reversals: [{ cancelledBySelf: true, walletId: record.id, ...reversal }, ...(undone.reversals ?? [])],
    ...(entry.offerNumber === null ? {} : { promotionsBack: givenBackBy(state, entry) }),
    referral: referralTakenBack(context, entry.id),
  });
}

/**
 * Puts points that a wrong clock wrote off back into the lot that they were in, once. Refuses with 1401, 1411, with 1414 what is no write-off, and
 * with 1412 where their last day is over by now.
 */
function undoLapse(context: Context<CancelCommand>, entryId: number): Posting {
  const { wallet, record = wallet, command, today } = context;
  const entry = ownEntry(record, entryId, command.actor);
  const { amount: points, expiresOn: lot } = entry;
  if (entry.logTypeId !== LOG_TYPE.expiry || lot === null) return refuseForGood(command, entry);
  const reversal = reversalOf(record, entry);
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  if (lot < today) refuse(1412);
  return posting(context, {
    logTypeId: 4,
    pointsDelta: points,
    amountValue: entry.amountValue,
    factor: entry.factor,
    lotMoves: putIntoLots([{ lot, points }], debtOf(wallet)),
    relatedEntryId: entry.id,
    reversals: [{ cancelledBySelf: true, walletId: record.id, ...reversal }],
    unlapsed: { walletId: record.id, lot },
  });
}

/** Gives an open hold back. Refuses with 1411 one that was given back before, with 1418 one that was redeemed. */
function releaseCancelled(context: Context<CancelCommand>, { id }: Entry): Posting {
  const held = context.wallet.holds.get(id);
  if (held?.state === "open") return giveBack(context, held);
  return refuse(held?.state === "captured" ? 1418 : 1411);
}

/** The last day of the programme's zone on which an entry can be cancelled (rules.md §7). */
export function lastCancelDay(
  entry: Pick<Entry, "createdAt">,
  {
    timeZone,
    cancelWindowBusinessDays,
    weekendDays,
  }: Pick<ProgrammeRules, "timeZone" | "cancelWindowBusinessDays" | "weekendDays">,
): string {
  return businessDaysAfter(formatLocalDate(entry.createdAt, timeZone), cancelWindowBusinessDays, weekendDays);
}

type Undone = Pick<
  Change,
  "pointsDelta" | "suspendedDelta" | "lotMoves" | "accumulatedDelta" | "redeemedDelta" | "reversals" | "aside"
> & {
  /** Gains of the bill that stand again. */
  again?: Pick<Change, "segment" | "restoresBill" | "promotionsBack">;
};

function undoneBy(context: Context<CancelCommand>, entry: Entry): Undone {
  if (entry.logTypeId === LOG_TYPE.redemption) return undoRedemption(context, entry);
  if (entry.logTypeId === LOG_TYPE.rewardReturn) return undoReturn(context, entry);
  return takeBack(context, entry);
}

/**
 * The entries that a cancel names, oldest first. A till may use one reference for a reward and a redemption of the same
 * sale. Refuses with 1002 when the entry, the reference and the operation that are named disagree.
 */
function targetEntryIds(context: Context<CancelCommand>): number[] {
  const { record = context.wallet, command } = context;
  const { target } = command;
  const byReference =
    target.originalKey === undefined ? null : entryIdsOfReference(context, target.originalKey);
  if (!("entryId" in target)) return byReference ?? [];
  if (byReference !== null && !byReference.includes(target.entryId))
    refuse(1002, { field: "OriginalExternalLogId" });
  const entry = ownEntry(record, target.entryId, command.actor);
  if (target.operation !== undefined && entry.logTypeId !== target.operation)
    refuse(1002, { field: "OriginalOperation" });
  return [target.entryId];
}

function entryIdsOfReference(
  { state, wallet, record = wallet, addressed, command }: Context<CancelCommand>,
  key: string,
): number[] {
  return operationsMeant(command)
    .flatMap((operation) => {
      const seen = state.keys.get(keyName(command.actor.userId, operation, key));
      if (seen === undefined || seen.entryId === null || seen.walletId !== record.id) return [];
      // Of several children of one pool each undoes its own.
      const isOwn = isOf(addressed, record.entries.get(seen.entryId)) || record.mergedIntoWalletId !== null;
      return isOwn ? seen.entryId : [];
    })
    .sort((one, other) => one - other);
}

/** Points go back to the lots they came from; of a captured hold, those that were captured. */
function undoRedemption(context: Context<CancelCommand>, entry: Entry): Undone {
  const parts = entry.lotMoves.flatMap(({ lot, points }) =>
    lot === null || points > 0 ? [] : [{ from: lot, points: -points }],
  );
  return {
    pointsDelta: entry.amount,
    lotMoves: returnToLots(context, parts),
    redeemedDelta: -entry.amount,
  };
}

/** A reward's or a refund's points are taken back: those that have not ripened, else from the lots they went to, then others, then below zero. */
function takeBack(context: Context<CancelCommand>, entry: Entry): Undone {
  const { wallet } = context;
  const { amount } = entry;
  const pending = takeFromPending(wallet, entry, amount);
  const points = amount - pending.points;
  refuseWhatIsSpent(context, points);
  const lotMoves = takeFromLots(wallet.lots, points, lotOfReward(entry));
  const moved = {
    pointsDelta: -points,
    suspendedDelta: -pending.points,
    lotMoves,
    ...(pending.aside === undefined ? {} : { aside: pending.aside }),
  };
  if (entry.logTypeId === 2) return { ...moved, accumulatedDelta: -amount };
  return { ...moved, redeemedDelta: amount, reversals: [withoutRefund(context, entry)] };
}

/** Refuses with 1415 to take back more than the wallet holds, where the programme does not let it go below zero. */
export function refuseWhatIsSpent(
  { state, wallet }: Pick<Context, "state" | "wallet">,
  points: number,
): void {
  if (state.programme.cancelledRewardPolicy === "refuse" && points > Math.max(0, wallet.balance))
    refuse(1415);
}

/**
 * Points of goods that were not brought back after all: aside as far as they have not ripened since, else to the lots that the return took them
 * from, and to the reward's own lot what it took below zero. Refuses with 1414 where a referral ended with the last of the bill.
 */
function undoReturn(context: Context<CancelCommand>, entry: Entry): Undone {
  const { state, wallet, command, today } = context;
  const { walletId, entry: reward, reversal } = givenBackOf(context, entry);
  const wasWhole = entry.amount > 0 && reversal.givenBack === reversal.taken;
  if (wasWhole && state.referrals.takenBack.has(reward.id)) refuseForGood(command, entry);
  const pending = wallet.pending.get(reward.id);
  const isUnripe = pending !== undefined && pending.ripensOn > today;
  const aside = isUnripe ? -entry.suspendedDelta : 0;
  const from = new Map<string, number>();
  const add = (lot: string | null, points: number) => {
    if (lot !== null && points > 0) from.set(lot, (from.get(lot) ?? 0) + points);
  };
  for (const { lot, points } of entry.lotMoves) add(lot ?? reward.expiresOn, -points);
  add(reward.expiresOn, -entry.suspendedDelta - aside);
  const accumulated = wallet.accumulated + entry.amount;
  const [own] = lotOfReward(reward);
  return {
    pointsDelta: entry.amount - aside,
    suspendedDelta: aside,
    accumulatedDelta: entry.amount,
    lotMoves: returnToLots(
      context,
      [...from].map(([lot, points]) => ({ from: lot, points })),
    ),
    ...(isUnripe && aside > 0 && { aside: { pending: [{ ...pending, points: pending.points + aside }] } }),
    again: {
      segment: segmentAt(state.segments, wallet, accumulated),
      restoresBill: reward.id,
      ...(wasWhole && countedAgainBy(state, reward)),
    },
    reversals: [
      {
        ...reversal,
        walletId,
        ...withoutPart(reversal, entry),
        givenBackByLot: own === undefined ? reversal.givenBackByLot : notTaken(reversal, entry, own[0]),
      },
    ],
  };
}

/** Points of the reward's own lot that count as taken once a return is undone: less all that it took from there. */
function notTaken(
  { givenBackByLot }: ReversalState,
  { lotMoves }: Entry,
  own: string,
): ReversalState["givenBackByLot"] {
  const { [own]: before = 0, ...others } = givenBackByLot;
  const taken = lotMoves.reduce((sum, { lot, points }) => (lot === own ? sum - points : sum), 0);
  return before > taken ? { ...others, [own]: before - taken } : others;
}

/** State of the redemption once its refund is undone. */
function withoutRefund(context: Context<CancelCommand>, refund: Entry): ReversalState & { walletId: number } {
  const { walletId, reversal } = givenBackOf(context, refund);
  const givenBackByLot = subtract(reversal.givenBackByLot, refund.lotMoves);
  return { ...reversal, walletId, ...withoutPart(reversal, refund), givenBackByLot };
}

function withoutPart(
  { givenBack, givenBackValue, openRefunds }: ReversalState,
  { amount, amountValue }: Entry,
): Pick<ReversalState, "givenBack" | "givenBackValue" | "openRefunds"> {
  return {
    givenBack: givenBack - amount,
    givenBackValue: givenBackValue - amountValue,
    openRefunds: openRefunds - 1,
  };
}

/** The redemption of a refund, or the reward of a return. That of one since a merge may be in the merged wallet's log. */
function givenBackOf(
  { state }: Context<CancelCommand>,
  part: Entry,
): { walletId: number; entry: Entry; reversal: ReversalState } {
  const id = part.relatedEntryId ?? 0;
  const log = [...state.wallets.values()].find(({ entries }) => entries.get(id) !== undefined);
  const entry = log?.entries.get(id);
  if (log === undefined || entry === undefined)
    throw new Error(`What entry ${part.id} gives back was not read`);
  return { walletId: log.id, entry, reversal: reversalOf(log, entry) };
}

function subtract(givenBackByLot: Record<string, number>, moves: readonly LotMove[]): Record<string, number> {
  const left = { ...givenBackByLot };
  for (const { from, points } of moves) {
    if (from === undefined) continue;
    left[from] = (left[from] ?? 0) - points;
    if (left[from] === 0) delete left[from];
  }
  return left;
}
