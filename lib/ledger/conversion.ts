import { Decimal } from "decimal.js";
import type { Balances, SegmentVersion } from "./types";

// Enough digits that a product of a 15-digit number of points and a 12-digit factor is exact.
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_DOWN });

/**
 * The lowest rate at which points are spent, and the most points a wallet may be allowed to hold. Together they keep every
 * money value a whole number below 2^53, which is as far as JSON and its readers count exactly. The database enforces both.
 */
export const REDEEM_FACTOR_MIN = "0.001";
export const FACTOR_MAX = "10000";
export const BALANCE_LIMIT_MAX = 4_000_000_000_000;

/**
 * Points that a bill of `value` whole currency units earns: `floor(value × rewardFactor) + bonus`.
 * The multiplication is exact and rounding happens once (rules.md §1).
 */
export function pointsEarned(
  value: number,
  segment: Pick<SegmentVersion, "rewardFactor" | "bonusPoints">,
): number {
  return new Exact(value).times(segment.rewardFactor).floor().toNumber() + (segment.bonusPoints ?? 0);
}

/** Points needed to pay `value` whole currency units: `ceil(value × factor)`, exact before the one rounding. */
export function pointsNeeded(value: number, factor: string): number {
  return new Exact(value).times(factor).ceil().toNumber();
}

/**
 * Money value of `points` in whole currency units, rounded down: what they pay for at `factor` points per unit. Exact for
 * every wallet and rate that the programme can have ({@link REDEEM_FACTOR_MIN}).
 */
export function valueOfPoints(points: number, factor: string): number {
  return new Exact(points).div(factor).floor().toNumber();
}

/**
 * Whether `points` and `value` mean the same at `factor`, give or take the rounding of one of them: one must be
 * the other, converted and rounded up or down (rules.md §6).
 */
export function valueMatchesPoints(points: number, value: number, factor: string): boolean {
  const exactPoints = new Exact(value).times(factor);
  const exactValue = new Exact(points).div(factor);
  return (
    exactPoints.floor().eq(points) ||
    exactPoints.ceil().eq(points) ||
    exactValue.floor().eq(value) ||
    exactValue.ceil().eq(value)
  );
}

/**
 * What a wallet could pay towards a bill right now: the balance, if it reaches the segment's threshold, and its
 * money value rounded down to 2 decimals (`billRewardPoints` and `billRewardValue` of the interface).
 */
export function usablePoints(
  wallet: Pick<Balances, "balance"> & { segment: Pick<SegmentVersion, "redeemThreshold" | "redeemFactor"> },
): { points: number; value: string } {
  const { balance, segment } = wallet;
  const points = balance > 0 && balance >= segment.redeemThreshold ? balance : 0;
  return { points, value: new Exact(points).div(segment.redeemFactor).toDecimalPlaces(2).toString() };
}

/** Whether two factors are the same number, however they are written. */
export function sameFactor(one: string, other: string): boolean {
  return new Exact(one).eq(other);
}
