import { lotDate } from "@/lib/ledger/rules/calendar";
import type { AdjustCommand, ReleaseCommand } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import { putIntoLots, takeFromLots } from "@/lib/ledger/rules/lots";
import { type Context, posting, refuse, refuseAboveBalanceMax } from "@/lib/ledger/rules/posting";
import { segmentAt } from "@/lib/ledger/rules/tiers";
import { setAsideByHand } from "@/lib/ledger/with/aside/words";
import type { Money } from "@/lib/platform/money";
import { debtOf } from "./refund";

/**
 * Moves points up or down by an administrator's act, in the spendable or in the suspended points. Points added are no
 * lifetime points, unless they were earned before the programme. Refuses with 1304 above the limits and 1301 when there are not enough points to take.
 */
export function adjust(context: Context<AdjustCommand>): Posting {
  const { state, wallet, command } = context;
  const { points, direction, pocket } = command;
  if (points > state.programme.pointsPerEntryMax) refuse(1304, { max: state.programme.pointsPerEntryMax });
  const held = pocket === "spendable" ? wallet.balance : setAsideByHand(wallet);
  if (direction === "down" && points > held) refuse(1301);
  if (direction === "up") refuseAboveBalanceMax(state.programme, wallet, points);
  const delta = direction === "up" ? points : -points;
  return posting(context, {
    logTypeId: direction === "up" ? 6 : 7,
    pointsDelta: pocket === "spendable" ? delta : 0,
    suspendedDelta: pocket === "suspended" ? delta : 0,
    ...atRedeemRate(context, points),
    lotMoves: pocket === "suspended" ? [] : spendableMoves(context, delta),
    ...(command.isEarnedBefore && direction === "up" && lifetimePoints(context, points)),
  });
}

/** Lifetime points, with the tier that they reach. */
function lifetimePoints({ state, wallet }: Context, points: number) {
  return {
    accumulatedDelta: points,
    segment: segmentAt(state.segments, wallet, wallet.accumulated + points),
  };
}

/**
 * Makes points spendable that an administrator suspended; they form a lot as if rewarded today. Refuses with 1301 when there are not
 * enough: what is to ripen, or is held, has its own time.
 */
export function release(context: Context<ReleaseCommand>): Posting {
  const { wallet, command } = context;
  if (command.points > setAsideByHand(wallet)) refuse(1301);
  return posting(context, {
    logTypeId: 10,
    pointsDelta: command.points,
    suspendedDelta: -command.points,
    ...atRedeemRate(context, command.points),
    lotMoves: spendableMoves(context, command.points),
  });
}

function spendableMoves({ state, wallet, today }: Context, delta: number): ReturnType<typeof putIntoLots> {
  if (delta < 0) return takeFromLots(wallet.lots, -delta);
  const lot = lotDate(today, state.programme.pointsValidityMonths);
  return putIntoLots([{ lot, points: delta }], debtOf(wallet));
}

/** Points that no bill stands behind are valued at what they would pay for. */
export function atRedeemRate(
  { wallet }: Pick<Context, "wallet">,
  points: number,
): { amountValue: Money; factor: string } {
  const factor = wallet.segment.redeemFactor;
  return { amountValue: valueOfPoints(points, factor), factor };
}
