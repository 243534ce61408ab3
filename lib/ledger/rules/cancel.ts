import { formatLocalDate } from "@/lib/platform/time";
import { businessDaysAfter } from "../calendar";
import {
  CANCELLABLE_OPERATIONS,
  type CancelCommand,
  keyName,
  type Posting,
  type ProgrammeRules,
  type ReversalState,
} from "../commands";
import type { Entry, LotMove } from "../types";
import { takeFromLots } from "./lots";
import { type Change, type Context, ownEntry, posting, refuse, reversalOf } from "./posting";
import { returnToLots } from "./refund";

/**
 * Undoes a whole redemption, reward or refund as if it had never been (rules.md §7).
 * Refuses with 1401, 1414, 1411, 1413, 1412 or 1415.
 */
export function cancel(context: Context<CancelCommand>): Posting {
  const { state, wallet, command, today } = context;
  const entry = ownEntry(wallet, targetEntryId(context), command.actor);
  const reversal = reversalOf(wallet, entry);
  if (entry.logTypeId !== 1 && entry.logTypeId !== 2 && entry.logTypeId !== 3) refuse(1414);
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  if (reversal.openRefunds > 0) refuse(1413);
  if (today > lastCancelDay(entry, state.programme)) refuse(1412);

  const undone = entry.logTypeId === 1 ? undoRedemption(context, entry) : takeBack(context, entry);
  return posting(context, {
    logTypeId: 4,
    pointsDelta: -entry.pointsDelta,
    amountValue: entry.amountValue,
    factor: entry.factor,
    lotMoves: undone.lotMoves,
    accumulatedDelta: undone.accumulatedDelta ?? 0,
    redeemedDelta: undone.redeemedDelta ?? 0,
    relatedEntryId: entry.id,
    reversals: [{ cancelledBySelf: true, ...reversal }, ...(undone.reversals ?? [])],
  });
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

type Undone = Pick<Change, "lotMoves" | "accumulatedDelta" | "redeemedDelta" | "reversals">;

function targetEntryId({ state, wallet, command }: Context<CancelCommand>): number {
  const { target, actor } = command;
  if ("entryId" in target) return target.entryId;
  const found = CANCELLABLE_OPERATIONS.map((operation) =>
    state.keys.get(keyName(actor.userId, operation, target.originalKey)),
  ).filter((key) => key !== undefined && key.entryId !== null && key.walletId === wallet.id);
  // A till may use one reference for a reward and a redemption of the same sale. Which one is meant is unknown.
  if (found.length > 1) return refuse(1002, { field: "OriginalExternalLogId" });
  return found[0]?.entryId ?? refuse(1401);
}

/** Points go back to the lots they came from. */
function undoRedemption(context: Context<CancelCommand>, entry: Entry): Undone {
  const parts = entry.lotMoves.flatMap(({ lot, points }) =>
    lot === null ? [] : [{ from: lot, points: -points }],
  );
  return { lotMoves: returnToLots(context, parts), redeemedDelta: -entry.amount };
}

/** A reward's or a refund's points are taken back: from the lots they went to, then others, then below zero. */
function takeBack(context: Context<CancelCommand>, entry: Entry): Undone {
  const { wallet } = context;
  const points = entry.pointsDelta;
  refuseWhatIsSpent(context, points);
  const went = entry.lotMoves.flatMap(({ lot, points }): [string, number][] =>
    lot === null ? [] : [[lot, points]],
  );
  const lotMoves = takeFromLots(wallet.lots, points, went);
  if (entry.logTypeId === 2) return { lotMoves, accumulatedDelta: -points };
  return { lotMoves, redeemedDelta: points, reversals: [withoutRefund(context, entry)] };
}

/** Refuses with 1415 to take back more than the wallet holds, where the programme does not let it go below zero. */
export function refuseWhatIsSpent(
  { state, wallet }: Pick<Context, "state" | "wallet">,
  points: number,
): void {
  if (state.programme.cancelledRewardPolicy === "refuse" && points > Math.max(0, wallet.balance))
    refuse(1415);
}

/** What has become of the redemption once its refund is undone. */
function withoutRefund({ wallet }: Context<CancelCommand>, refund: Entry): ReversalState {
  const redemption = refund.relatedEntryId === null ? undefined : wallet.entries.get(refund.relatedEntryId);
  if (redemption === undefined) throw new Error(`The redemption of refund ${refund.id} was not read`);
  const reversal = reversalOf(wallet, redemption);
  return {
    ...reversal,
    givenBack: reversal.givenBack - refund.amount,
    givenBackValue: reversal.givenBackValue - refund.amountValue,
    openRefunds: reversal.openRefunds - 1,
    givenBackByLot: subtract(reversal.givenBackByLot, refund.lotMoves),
  };
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
