import type { CaptureCommand, Command, HoldCommand, ReleaseHoldCommand } from "@/lib/ledger/rules/commands";
import { pointsNeeded, valueMatchesPoints, valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { openLots, takeFromLots } from "@/lib/ledger/rules/lots";
import { bySystem, type Context, posting, refuse } from "@/lib/ledger/rules/posting";
import type { LotMove } from "@/lib/ledger/rules/types";
import type { HoldState } from "@/lib/ledger/with/aside/words";
import { lesser, type Money, NOTHING } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { refuseUnlessPayable } from "./redeem";
import { returnToLots } from "./refund";

const MINUTE_MS = 60_000;

/**
 * Sets points aside for an order, those that lapse soonest first, as paying the same would take them (rules.md §19).
 * Refuses with 1306, 1302, 1304, 1301 or 1405.
 */
export function hold(context: Context<HoldCommand>): Posting {
  const { state, wallet, command, now } = context;
  const { points, value } = heldBy(wallet, command);
  refuseUnlessPayable(state.programme, wallet, points);
  return posting(context, {
    logTypeId: 12,
    pointsDelta: -points,
    suspendedDelta: points,
    amountValue: value,
    factor: wallet.segment.redeemFactor,
    lotMoves: takeFromLots(wallet.lots, points),
    aside: { held: { expiresAt: new Date(now.getTime() + command.minutes * MINUTE_MS) } },
  });
}

/** Bill that the customer agrees to pay: points govern where both are sent. */
export function valueToHold(
  { segment }: Pick<WalletState, "segment">,
  { points, value }: Pick<HoldCommand, "points" | "value">,
): Money {
  return points === undefined ? (value ?? NOTHING) : valueOfPoints(points, segment.redeemFactor);
}

/** Points to hold and their money value. Points govern where both are sent. Refuses with 1405. */
function heldBy(
  { segment }: Pick<WalletState, "segment">,
  { points, value }: Pick<HoldCommand, "points" | "value">,
): { points: number; value: Money } {
  if (points === undefined) {
    if (value === undefined) throw new RangeError("A hold of neither points nor money");
    return { points: pointsNeeded(value, segment.redeemFactor), value };
  }
  if (value !== undefined && !valueMatchesPoints(points, value, segment.redeemFactor)) refuse(1405);
  return { points, value: value ?? valueOfPoints(points, segment.redeemFactor) };
}

/**
 * Redeems some or all of a hold, at the hold's rate, and gives the rest back to its lots: one entry, a redemption that is refunded and
 * cancelled like any other. Refuses with 1418, 1419 or 1405.
 */
export function capture(context: Context<CaptureCommand>): Posting {
  const { wallet, command } = context;
  const held = openHold(wallet, command);
  const { entry } = held;
  const { points, value } = amountToCapture(command, held);
  const taken: LotMove[] = [];
  const rest: { from: string; points: number }[] = [];
  let left = points;
  for (const [lot, part] of lotsOf(held)) {
    const captured = Math.min(left, part);
    left -= captured;
    // Captured points come back to their lot and are taken from it at once: the entry then names the lots that a refund gives back to.
    if (captured > 0) taken.push({ lot, points: captured, from: lot }, { lot, points: -captured });
    if (part > captured) rest.push({ from: lot, points: part - captured });
  }
  return posting(context, {
    logTypeId: 1,
    pointsDelta: entry.amount - points,
    suspendedDelta: -entry.amount,
    redeemedDelta: points,
    amountValue: value,
    factor: entry.factor,
    lotMoves: [...taken, ...returnToLots(context, rest)],
    relatedEntryId: entry.id,
    // A hold that was made for a bill pays that bill.
    invoiceNumber: entry.invoiceNumber,
    aside: { ended: { hold: held, as: "captured" } },
  });
}

/** Gives a hold's points back to the lots they came from. Refuses with 1418. */
export function releaseHold(context: Context<ReleaseHoldCommand>): Posting {
  const held = openHold(context.wallet, context.command);
  return giveBack(context, held);
}

/**
 * Ends the hold whose time is over first, if one's is: one entry (`logTypeId` 10) a hold, by the system. Its points go back as they would have in
 * the moment it ended, whenever that is written.
 * @param isAll also those that have time left: the wallet is about to be merged
 */
export function endNextHold(
  context: Omit<Context, "today">,
  { isAll = false } = {},
): { day: string; posting: Posting } | null {
  const { state, wallet, command, now } = context;
  const over = [...wallet.holds.values()].filter(
    (held) => held.state === "open" && (isAll || held.expiresAt <= now),
  );
  over.sort(
    (one, other) => one.expiresAt.getTime() - other.expiresAt.getTime() || one.entry.id - other.entry.id,
  );
  const [first] = over;
  if (first === undefined) return null;
  const endedAt = Math.min(first.expiresAt.getTime(), now.getTime());
  const today = formatLocalDate(new Date(endedAt), state.programme.timeZone);
  const act: Command = {
    type: "expire",
    walletCode: command.walletCode,
    actor: bySystem(command.actor),
  };
  return { day: today, posting: giveBack({ ...context, command: act, today }, first) };
}

/** Gives an open hold's points back to the lots they came from. */
export function giveBack(context: Context, held: HoldState): Posting {
  const { entry } = held;
  const parts = lotsOf(held).map(([from, points]) => ({ from, points }));
  return posting(context, {
    logTypeId: 10,
    pointsDelta: entry.amount,
    suspendedDelta: -entry.amount,
    amountValue: entry.amountValue,
    factor: entry.factor,
    lotMoves: returnToLots(context, parts),
    relatedEntryId: entry.id,
    aside: { ended: { hold: held, as: "released" } },
  });
}

/** The lots that a hold took from, soonest to lapse first. */
function lotsOf({ entry }: HoldState): [string, number][] {
  return openLots(new Map(entry.lotMoves.map(({ lot, points }) => [lot ?? "", -points])));
}

/** 1418 for unknown and foreign holds and for those that have ended, alike. */
function openHold(
  wallet: Pick<WalletState, "holds">,
  { holdId, actor }: Pick<CaptureCommand, "holdId" | "actor">,
): HoldState {
  const held = wallet.holds.get(holdId);
  if (held === undefined || held.state !== "open") return refuse(1418);
  const { merchantId } = held.entry;
  if (actor.merchantId !== null && merchantId !== null && merchantId !== actor.merchantId)
    return refuse(1418);
  return held;
}

/** Points and money value to capture. Points govern where both are sent; neither means all of the hold. Refuses with 1419 or 1405. */
function amountToCapture(
  { points, value }: Pick<CaptureCommand, "points" | "value">,
  { entry }: HoldState,
): { points: number; value: Money } {
  const remaining = entry.amount;
  if (points === undefined) {
    if (value === undefined || value === entry.amountValue)
      return { points: remaining, value: entry.amountValue };
    const needed = pointsNeeded(value, entry.factor);
    if (value > entry.amountValue || needed > remaining) refuse(1419, { remaining });
    return { points: needed, value };
  }
  if (points > remaining) refuse(1419, { remaining });
  const isWhole = points === remaining && value === entry.amountValue;
  if (value !== undefined && !isWhole && !valueMatchesPoints(points, value, entry.factor)) refuse(1405);
  if (points === remaining && value === undefined) return { points, value: entry.amountValue };
  return { points, value: lesser(entry.amountValue, value ?? valueOfPoints(points, entry.factor)) };
}
