import type { ReturnCommand } from "@/lib/ledger/rules/commands";
import { sameFactor, valueMatchesPoints, valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { takeFromLots } from "@/lib/ledger/rules/lots";
import { type Context, ownEntry, posting, refuse, reversalOf } from "@/lib/ledger/rules/posting";
import { segmentWithout } from "@/lib/ledger/rules/tiers";
import { type Entry, LOG_TYPE, type LotMove, type ReversalState } from "@/lib/ledger/rules/types";
import { lotOfReward, takeFromPending } from "@/lib/ledger/with/aside/rule";
import { hasParts, priceOfPart, type Taken, takenByGoods } from "@/lib/ledger/with/promotions/returned";
import { pointsGivenBackBy } from "@/lib/ledger/with/promotions/rule";
import { referralTakenBack } from "@/lib/ledger/with/referrals/rule";
import { lesser, type Money, NOTHING } from "@/lib/platform/money";
import { refuseWhatIsSpent } from "./cancel";
import {
  isRest,
  isUsedUp,
  lastReturnDay,
  refuseOutsideMerchantRules,
  remainingMoney,
  remainingPoints,
} from "./refund";

/**
 * Takes some or all of a reward's points back because goods came back, at that reward's rate: first those that have not ripened, else from
 * the lot that it filled, then from others, then below zero (rules.md §13, §19). Refuses with 1401 to 1407, 1411 or 1415.
 */
export function returnReward(context: Context<ReturnCommand>): Posting {
  const { wallet, record = wallet, command } = context;
  const reward = ownEntry(record, command.entryId, command.actor);
  if (reward.logTypeId !== LOG_TYPE.reward) refuse(1402, {});
  const reversal = reversalOf(record, reward);
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  // Goods of a settled bill are recorded, whatever they take of its reward.
  if (command.partOf === undefined && isUsedUp(command, reward, reversal)) refuse(1403);
  refuseOutsideMerchantRules(context, reward, lastReturnDay);
  const { points, value, parts, comment } = amountToTakeBack(context, reward, reversal);
  const pending = takeFromPending(wallet, reward, points);
  const spendable = points - pending.points;
  const isWhole = points > 0 && points === remainingPoints(reversal);
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
    ...(parts.length > 0 && { takenParts: parts }),
    comment,
    ...(isWhole && {
      undoesBill: reward.id,
      segment: segmentWithout(context.state, wallet, {
        entryId: reward.id,
        accumulated: wallet.accumulated - points,
      }),
      referral: referralTakenBack(context, reward.id),
      ...pointsGivenBackBy(context.state, reward),
    }),
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

/**
 * Points and money value to take back. Points govern when both are sent; neither means all that remains. By value the wallet
 * keeps what the rest of the bill would have earned, so however the goods come back, the parts add up to the whole.
 */
function amountToTakeBack(
  { state, command: { points, value, items = [] } }: Context<ReturnCommand>,
  reward: Entry,
  reversal: ReversalState,
): Taken & { value: Money } {
  const remaining = remainingPoints(reversal);
  const remainingValue = remainingMoney(reward, reversal);
  const before = { points: reversal.givenBack, money: reversal.givenBackValue };
  const takenBy = (price: Money) => takenByGoods(state, reward, { value: price, items, before });
  const isParted = hasParts(state, reward);
  const all = () => ({ ...takenBy(remainingValue), points: remaining, value: remainingValue });
  if (points === undefined) {
    if (value === undefined || isRest(value, reward, reversal)) return all();
    return { ...takenBy(value), value };
  }
  const isWhole = points === remaining && value === remainingValue;
  const isMeant = (price: Money) =>
    isParted
      ? Math.abs(takenBy(price).points - points) <= 1
      : valueMatchesPoints(points, price, reward.factor);
  if (value !== undefined && !isWhole && !isMeant(value)) refuse(1405);
  if (points > remaining) refuse(1404, { remaining });
  if (points === remaining) return all();
  const price = value ?? (isParted ? priceOfPart(reward, points) : priceOfPoints(points, reward.factor));
  return { points, parts: [], comment: undefined, value: lesser(remainingValue, price) };
}

/** The money that `points` were earned with, rounded down; none where the reward was its segment's bonus only. */
function priceOfPoints(points: number, factor: string): Money {
  return sameFactor(factor, "0") ? NOTHING : valueOfPoints(points, factor);
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
