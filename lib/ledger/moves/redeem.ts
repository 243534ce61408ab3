import type { RedeemCommand } from "@/lib/ledger/rules/commands";
import { pointsNeeded } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { takeFromLots } from "@/lib/ledger/rules/lots";
import { type Context, posting, refuse } from "@/lib/ledger/rules/posting";
import type { Money } from "@/lib/platform/money";

/**
 * Pays a bill amount with points, those that lapse soonest first (rules.md §1, §8).
 * Refuses with 1306, 1302, 1304 or 1301; never takes a balance below zero.
 */
export function redeem(context: Context<RedeemCommand>): Posting {
  const { state, wallet, command } = context;
  const points = pointsToPay(state.programme, wallet, command.value);
  return posting(context, {
    logTypeId: 1,
    pointsDelta: -points,
    redeemedDelta: points,
    amountValue: command.value,
    factor: wallet.segment.redeemFactor,
    lotMoves: takeFromLots(wallet.lots, points),
  });
}

type Payer = Pick<WalletState, "redemptionEnabled" | "balance" | "segment">;

/** Points that paying `value` takes from a settled wallet. Refuses with 1306, 1302, 1304 or 1301. */
export function pointsToPay(
  programme: Pick<ProgrammeRules, "pointsPerEntryMax">,
  wallet: Payer,
  value: Money,
): number {
  const points = pointsNeeded(value, wallet.segment.redeemFactor);
  refuseUnlessPayable(programme, wallet, points);
  return points;
}

/** Refuses with 1306, 1302, 1304 or 1301 points that a settled wallet cannot pay. */
export function refuseUnlessPayable(
  { pointsPerEntryMax }: Pick<ProgrammeRules, "pointsPerEntryMax">,
  { redemptionEnabled, balance, segment }: Payer,
  points: number,
): void {
  if (!redemptionEnabled) refuse(1306);
  // No threshold at all is not one of 0: a wallet in debt lacks points, not a minimum.
  const isBelowThreshold = segment.redeemThreshold > 0 && balance < segment.redeemThreshold;
  if (isBelowThreshold) refuse(1302, { min: segment.redeemThreshold });
  if (points > pointsPerEntryMax) refuse(1304, { max: pointsPerEntryMax });
  if (points > balance) refuse(1301);
}
