import { NEVER } from "@/lib/ledger/rules/calendar";
import type { RefundCommand } from "@/lib/ledger/rules/commands";
import { pointsNeeded, valueMatchesPoints, valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { MerchantRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { type Incoming, openLots, putIntoLots } from "@/lib/ledger/rules/lots";
import { type Context, ownEntry, posting, refuse, reversalOf } from "@/lib/ledger/rules/posting";
import type { Entry, ReversalState } from "@/lib/ledger/rules/types";
import { billPaidBy, isRestOf } from "@/lib/ledger/with/bills/goods";
import { inUnits, lesser, type Money, NOTHING } from "@/lib/platform/money";
import { formatLocalDate, plusDays } from "@/lib/platform/time";

/**
 * Gives back some or all of a redemption, at that redemption's rate, to the lots the points came from (interface.md §4.1;
 * rules.md §6). Refuses with 1401 to 1407.
 */
export function refund(context: Context<RefundCommand>): Posting {
  const { state, record = context.wallet, command } = context;
  const redemption = ownEntry(record, command.entryId, command.actor);
  if (redemption.logTypeId !== 1) refuse(1402, {});
  const billId = command.partOf === undefined ? billPaidBy(state.bills, redemption) : null;
  if (billId !== null) refuse(1402, { billId });
  const reversal = reversalOf(record, redemption);
  if (isUsedUp(command, redemption, reversal)) refuse(1403);
  refuseOutsideMerchantRules(context, redemption, lastRefundDay);
  const { points, value } = amountToGiveBack(command, redemption, reversal);

  const parts = partsToGiveBack(redemption, reversal, points);
  const givenBackByLot = { ...reversal.givenBackByLot };
  for (const part of parts) givenBackByLot[part.from] = (givenBackByLot[part.from] ?? 0) + part.points;
  return posting(context, {
    logTypeId: 3,
    pointsDelta: points,
    redeemedDelta: -points,
    amountValue: value,
    factor: redemption.factor,
    lotMoves: returnToLots(context, parts),
    relatedEntryId: redemption.id,
    reversals: [
      {
        ...reversal,
        walletId: record.id,
        givenBack: reversal.givenBack + points,
        givenBackValue: reversal.givenBackValue + value,
        openRefunds: reversal.openRefunds + 1,
        givenBackByLot,
      },
    ],
  });
}

/** Points of a redemption or a reward that can still be given back; none once it is cancelled. */
export function remainingPoints(reversal: ReversalState): number {
  return reversal.cancelledByEntryId === null ? reversal.taken - reversal.givenBack : 0;
}

/** Refuses with 1406 or 1407 what the merchant where `entry` was made does not allow. */
export function refuseOutsideMerchantRules(
  { state, command, today }: Pick<Context, "state" | "command" | "today">,
  entry: Entry,
  lastDay: LastDay,
): void {
  if (entry.merchantId === null) return;
  const rules = state.merchants.get(entry.merchantId);
  if (rules === undefined) throw new Error(`Merchant ${entry.merchantId} of entry ${entry.id} was not read`);
  if (today > lastDay(entry, rules, state.programme.timeZone)) refuse(1406);
  const { branchId } = command.actor;
  if (rules.refundSameBranchOnly && branchId !== null && branchId !== entry.branchId) refuse(1407);
}

/** The last day of the zone on which an entry can be given back, by the rules of its merchant. */
export type LastDay = (
  entry: Pick<Entry, "createdAt">,
  rules: Pick<MerchantRules, "refundWindowDays" | "returnWindowDays">,
  timeZone: string,
) => string;

/** The last day of the zone on which a redemption can be given back (rules.md §6). */
export function lastRefundDay(
  redemption: Pick<Entry, "createdAt">,
  { refundWindowDays }: Pick<MerchantRules, "refundWindowDays">,
  timeZone: string,
): string {
  return plusDays(formatLocalDate(redemption.createdAt, timeZone), refundWindowDays);
}

/** The last day of the zone on which goods of a reward can come back (rules.md §13). */
export function lastReturnDay(
  reward: Pick<Entry, "createdAt">,
  { returnWindowDays }: Pick<MerchantRules, "returnWindowDays">,
  timeZone: string,
): string {
  return plusDays(formatLocalDate(reward.createdAt, timeZone), returnWindowDays);
}

/**
 * Points and money value to give back. Points govern when both are sent; neither means all that remains. By value the parts give back,
 * together and at each moment, as many points as their money in one sum would. The last part takes what remains of both, so that the parts
 * add up to the whole.
 */
function amountToGiveBack(
  { points, value }: RefundCommand,
  redemption: Entry,
  reversal: ReversalState,
): { points: number; value: Money } {
  const remaining = remainingPoints(reversal);
  const remainingValue = remainingMoney(redemption, reversal);
  if (points !== undefined) {
    const isWhole = points === remaining && value === remainingValue;
    if (value !== undefined && !isWhole && !valueMatchesPoints(points, value, redemption.factor))
      refuse(1405);
    if (points > remaining) refuse(1404, { remaining });
    if (points === remaining) return { points, value: remainingValue };
    return { points, value: lesser(remainingValue, value ?? valueOfPoints(points, redemption.factor)) };
  }
  if (value === undefined || isRest(value, redemption, reversal))
    return { points: remaining, value: remainingValue };
  const due = pointsNeeded(reversal.givenBackValue + value, redemption.factor) - reversal.givenBack;
  // Parts by points may have given back more than their money.
  return { points: Math.min(remaining, Math.max(0, due)), value };
}

/**
 * Whether nothing can be given back of an entry that a part is asked of. Its points may all have come back with a part by value whose money was
 * not the last: the rest of the money is then recorded without points.
 */
export function isUsedUp(
  { points, value }: Pick<RefundCommand, "points" | "value">,
  entry: Entry,
  reversal: ReversalState,
): boolean {
  if (remainingPoints(reversal) > 0) return false;
  if (reversal.cancelledByEntryId !== null || reversal.openRefunds === 0) return true;
  return points !== undefined || value === undefined || remainingMoney(entry, reversal) === NOTHING;
}

/** Whether `value` is all the money that remains. Refuses with 1404 what is more. */
export function isRest(value: Money, entry: Entry, reversal: ReversalState): boolean {
  const rest = remainingMoney(entry, reversal);
  if (isRestOf(rest, value, reversal)) return true;
  if (value < rest) return false;
  const remaining = remainingPoints(reversal);
  // Points say nothing where those of the money would still fit.
  const fits = pointsNeeded(value, entry.factor) <= remaining;
  return refuse(1404, { remaining, ...(fits && { remainingValue: inUnits(rest) }) });
}

/** Money of a redemption or a reward that can still be given back. */
export function remainingMoney(
  { amountValue }: Pick<Entry, "amountValue">,
  { givenBackValue }: Pick<ReversalState, "givenBackValue">,
): Money {
  return amountValue - lesser(amountValue, givenBackValue);
}

/** Which lots `points` go back to: of those the redemption took from, the latest to lapse first. */
function partsToGiveBack(
  redemption: Entry,
  reversal: ReversalState,
  points: number,
): { from: string; points: number }[] {
  const outstanding = new Map<string, number>();
  for (const { lot, points: taken } of redemption.lotMoves) {
    // A captured hold also names what it gave back.
    if (lot !== null && taken < 0) outstanding.set(lot, -taken - (reversal.givenBackByLot[lot] ?? 0));
  }
  const parts: { from: string; points: number }[] = [];
  let left = points;
  for (const [from, held] of openLots(outstanding).reverse()) {
    const part = Math.min(left, held);
    if (part > 0) parts.push({ from, points: part });
    left -= part;
  }
  return parts;
}

/** Moves for points that return to their lots; from a lot that has lapsed they come back with some days' grace. */
export function returnToLots(
  { state, wallet, today }: Pick<Context, "state" | "wallet" | "today">,
  parts: readonly { from: string; points: number }[],
): ReturnType<typeof putIntoLots> {
  const graceDate = plusDays(today, state.programme.refundGraceDays);
  const incoming = parts.map(({ from, points }): Incoming => {
    const hasLapsed = from !== NEVER && from < today;
    return { from, points, lot: hasLapsed ? graceDate : from };
  });
  return putIntoLots(incoming, debtOf(wallet));
}

/** Points that a wallet below zero owes. */
export function debtOf(wallet: Pick<WalletState, "balance">): number {
  return Math.max(0, -wallet.balance);
}
