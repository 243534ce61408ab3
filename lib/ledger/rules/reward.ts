import type { Money } from "@/lib/platform/money";
import { lotDate } from "../calendar";
import type { EntryPart, Posting, ProgrammeRules, RewardCommand, WalletState } from "../commands";
import { pointsEarned } from "../conversion";
import type { SegmentVersion } from "../types";
import { putIntoLots } from "./lots";
import { type Change, type Context, posting, refuse } from "./posting";
import { referralDue } from "./referral";

/**
 * Adds the points that a bill earns (rules.md §1, §8).
 * Refuses with 1304 above the programme's limits.
 */
export function reward(context: Context<RewardCommand>): Posting {
  const { state, wallet, command, today } = context;
  const { programme } = state;
  const bill = pointsToGive(programme, wallet, command.value);
  const referral = referralDue(context, bill);
  const points = bill + (referral?.outcome.newcomerPoints ?? 0);
  const lot = lotDate(today, programme.pointsValidityMonths);
  return posting(context, {
    logTypeId: 2,
    pointsDelta: points,
    accumulatedDelta: points,
    amountValue: command.value,
    factor: wallet.segment.rewardFactor,
    lotMoves: points === 0 ? [] : putIntoLots([{ lot, points }], Math.max(0, -wallet.balance)),
    expiresOn: points === 0 ? null : lot,
    segment: segmentAt(state.segments, wallet, wallet.accumulated + points),
    ...(referral !== null && {
      ...partsOf(bill, points),
      referral: referral.outcome,
      comment: referral.comment,
    }),
  });
}

/** The bill's part of a newcomer's points, and the bonus's; nothing where there is no bonus. */
function partsOf(bill: number, points: number): Pick<Change, "parts"> {
  if (points === bill) return {};
  const part = (kind: EntryPart["kind"], points: number) => ({ kind, points, promotionVersionId: null });
  return { parts: [part("rate", bill), part("referral", points - bill)] };
}

/** Points that a bill of `value` gives to a settled wallet. Refuses with 1304. */
export function pointsToGive(
  { pointsPerEntryMax, balanceMax }: Pick<ProgrammeRules, "pointsPerEntryMax" | "balanceMax">,
  wallet: Pick<WalletState, "balance" | "segment">,
  value: Money,
): number {
  const points = pointsEarned(value, wallet.segment);
  if (points > pointsPerEntryMax) refuse(1304, { max: pointsPerEntryMax });
  refuseAboveBalanceMax(wallet, points, balanceMax);
  return points;
}

/** Refuses with 1304, naming what would still fit, when `points` more would pass the most a wallet may hold. */
export function refuseAboveBalanceMax(
  wallet: Pick<WalletState, "balance">,
  points: number,
  balanceMax: number,
): void {
  if (points > 0 && wallet.balance + points > balanceMax) {
    refuse(1304, { max: Math.max(0, balanceMax - wallet.balance) });
  }
}

/**
 * The highest segment that `accumulated` lifetime points reach; never one below the present one, because only an admin
 * moves a wallet down. After an admin chose a segment, those reached before no longer count: only passing another value
 * moves the wallet up again.
 */
export function segmentAt(
  segments: readonly SegmentVersion[],
  { segment: present, segmentChosenAtPoints }: Pick<WalletState, "segment" | "segmentChosenAtPoints">,
  accumulated: number,
): SegmentVersion {
  const reachedBefore = segmentChosenAtPoints ?? Number.NEGATIVE_INFINITY;
  return segments.reduce(
    (best, segment) =>
      segment.value > best.value && segment.value <= accumulated && segment.value > reachedBefore
        ? segment
        : best,
    present,
  );
}
