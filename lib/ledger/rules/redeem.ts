import type { Posting, RedeemCommand } from "../commands";
import { pointsNeeded } from "../conversion";
import { takeFromLots } from "./lots";
import { type Context, posting, refuse } from "./posting";

/**
 * Pays a bill amount with points, those that lapse soonest first (rules.md §1, §8).
 * Refuses with 1306, 1302, 1304 or 1301; never takes a balance below zero.
 */
export function redeem(context: Context<RedeemCommand>): Posting {
  const { state, wallet, command } = context;
  const { segment } = wallet;
  if (!wallet.redemptionEnabled) refuse(1306);
  // No threshold at all is not one of 0: a wallet in debt lacks points, not a minimum.
  const isBelowThreshold = segment.redeemThreshold > 0 && wallet.balance < segment.redeemThreshold;
  if (isBelowThreshold) refuse(1302, { min: segment.redeemThreshold });
  const points = pointsNeeded(command.value, segment.redeemFactor);
  if (points > state.programme.pointsPerEntryMax) refuse(1304, { max: state.programme.pointsPerEntryMax });
  if (points > wallet.balance) refuse(1301);
  return posting(context, {
    logTypeId: 1,
    pointsDelta: -points,
    redeemedDelta: points,
    amountValue: command.value,
    factor: segment.redeemFactor,
    lotMoves: takeFromLots(wallet.lots, points),
  });
}
