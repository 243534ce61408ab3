import type { ReturnCommand } from "@/lib/ledger/core/commands";
import { pointsEarned, sameFactor, valueMatchesPoints, valueOfPoints } from "@/lib/ledger/core/conversion";
import type { Posting } from "@/lib/ledger/core/decision";
import type { WalletState } from "@/lib/ledger/core/ledger-state";
import { takeFromLots } from "@/lib/ledger/core/lots";
import { type Context, ownEntry, posting, refuse, reversalOf } from "@/lib/ledger/core/posting";
import { type Entry, LOG_TYPE, type LotMove, type ReversalState } from "@/lib/ledger/core/types";
import { lotOfReward, takeFromPending } from "@/lib/ledger/with/aside/rule";
import { pointsGivenBackBy } from "@/lib/ledger/with/promotions/rule";
import { referralTakenBack } from "@/lib/ledger/with/referrals/rule";
import { lesser, type Money, NOTHING } from "@/lib/platform/money";
import { refuseWhatIsSpent } from "./cancel";
import { lastReturnDay, refuseOutsideMerchantRules, remainingMoney, remainingPoints } from "./refund";

/**
 * Takes some or all of a reward's points back because goods came back, at that reward's rate: first those that have not ripened, else from
 * the lot that it filled, then from others, then below zero (rules.md §13, §19). Refuses with 1401 to 1407, 1411 or 1415.
 */
export function returnReward(context: Context<ReturnCommand>): Posting {
  const { wallet, command } = context;
  const reward = ownEntry(wallet, command.entryId, command.actor);
  if (reward.logTypeId !== LOG_TYPE.reward) refuse(1402);
  const reversal = reversalOf(wallet, reward);
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  if (remainingPoints(reversal) === 0) refuse(1403);
  refuseOutsideMerchantRules(context, reward, lastReturnDay);
  const { points, value } = amountToTakeBack(command, reward, reversal);
  const pending = takeFromPending(wallet, reward, points);
  const spendable = points - pending.points;
  const isWhole = points === remainingPoints(reversal);
  refuseWhatIsSpent(context, spendable);

  const { lotMoves, givenBackByLot } = takeBackFromLots(wallet, reward, reversal, spendable);
  return posting(context, {
    logTypeId: LOG_TYPE.rewardReturn,
    pointsDelta: -spendable,
    suspendedDelta: -pending.points,
    accumulatedDelta: -points,
    amountValue: value,
    factor: reward.factor,
    lotMoves,
    ...(pending.aside === undefined ? {} : { aside: pending.aside }),
    relatedEntryId: reward.id,
    ...(isWhole && {
      referral: referralTakenBack(context, reward.id),
      ...pointsGivenBackBy(context.state, reward),
    }),
    reversals: [
      {
        ...reversal,
        givenBack: reversal.givenBack + points,
        givenBackValue: reversal.givenBackValue + value,
        openRefunds: reversal.openRefunds + 1,
        givenBackByLot,
      },
    ],
  });
}

/**
 * Points and money value to take back. Points govern when both are sent; neither means all that remains. By value the wallet
 * keeps what the rest of the bill would have earned, so however the goods come back, the parts add up to the whole.
 */
function amountToTakeBack(
  { points, value }: ReturnCommand,
  reward: Entry,
  reversal: ReversalState,
): { points: number; value: Money } {
  const remaining = remainingPoints(reversal);
  const remainingValue = remainingMoney(reward, reversal);
  if (points !== undefined) {
    const isWhole = points === remaining && value === remainingValue;
    if (value !== undefined && !isWhole && !valueMatchesPoints(points, value, reward.factor)) refuse(1405);
    if (points > remaining) refuse(1404, { remaining });
    if (points === remaining) return { points, value: remainingValue };
    return { points, value: lesser(remainingValue, value ?? priceOfPoints(points, reward.factor)) };
  }
  if (value === undefined || value === remainingValue) return { points: remaining, value: remainingValue };
  if (value > remainingValue) refuse(1404, { remaining });
  // Returns by points may have left less than the rest of the bill would have earned.
  return { points: Math.max(0, remaining - pointsOfRest(reward, remainingValue - value)), value };
}

/** The money that `points` were earned with, rounded down; none where the reward was its segment's bonus only. */
function priceOfPoints(points: number, factor: string): Money {
  return sameFactor(factor, "0") ? NOTHING : valueOfPoints(points, factor);
}

/** Points that the rest of the bill would have earned. The bonus of the segment goes with the last of the bill. */
function pointsOfRest({ amount, amountValue, factor }: Entry, restValue: Money): number {
  const earnedBy = (value: Money) => pointsEarned(value, { rewardFactor: factor, bonusPoints: null });
  return amount - earnedBy(amountValue) + earnedBy(restValue);
}

/** From the lot that the reward filled, as far as its own points go; then from those that lapse soonest; then below zero. */
function takeBackFromLots(
  { lots }: Pick<WalletState, "lots">,
  reward: Entry,
  reversal: ReversalState,
  points: number,
): { lotMoves: LotMove[]; givenBackByLot: Record<string, number> } {
  const givenBackByLot = { ...reversal.givenBackByLot };
  const own = lotOfReward(reward).map(([lot, put]): [string, number] => [
    lot,
    put - (givenBackByLot[lot] ?? 0),
  ]);
  const lotMoves = takeFromLots(lots, points, own);
  for (const [lot, left] of own) {
    const taken = lotMoves.find((move) => move.lot === lot)?.points ?? 0;
    const back = Math.min(left, -taken);
    if (back > 0) givenBackByLot[lot] = (givenBackByLot[lot] ?? 0) + back;
  }
  return { lotMoves, givenBackByLot };
}
