import { Decimal } from "decimal.js";
import { decimalsOf } from "@/lib/platform/currency";
import { fractionOf, isWhole, leastMoney, type Money, moneyText, perUnit } from "@/lib/platform/money";
import { type SegmentVersion, WALLET_STATUS, type WalletView } from "./types";

// Enough digits that a product of an 18-digit amount of money and a 12-digit factor is exact.
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_DOWN });

/**
 * The lowest rate at which points are spent, and the most points a wallet may be allowed to hold. Together they keep the whole
 * currency units of every money value below 2^53, which is as far as JSON and its readers count exactly. The database enforces
 * both.
 */
export const REDEEM_FACTOR_MIN = "0.001";
export const FACTOR_MAX = "10000";
export const BALANCE_LIMIT_MAX = 4_000_000_000_000;

const FACTOR = /^(\d+)(?:\.(\d+))?$/;
/** The factors of all segments that were in force lately, and of undone entries. */
const FACTORS_MAX = 1_000;
/** A factor as a fraction of whole numbers: reading its text takes a hundred times as long as multiplying by it. */
const factors = new Map<string, { over: bigint; under: bigint }>();

function factorOf(text: string): { over: bigint; under: bigint } {
  const known = factors.get(text);
  if (known !== undefined) return known;
  const [, whole, decimals = ""] = FACTOR.exec(new Exact(text).toFixed()) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is no factor`);
  const factor = { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
  if (factors.size >= FACTORS_MAX) factors.clear();
  factors.set(text, factor);
  return factor;
}

/** An amount of money in currency units. */
function unitsOf(money: Money): Decimal {
  const [amount, perUnit] = fractionOf(money);
  return new Exact(amount).div(perUnit);
}

/**
 * Points that a bill of `value` earns: `floor(value × rewardFactor) + bonus`, the value in currency units.
 * The multiplication is exact and rounding happens once (rules.md §1).
 */
export function pointsEarned(
  value: Money,
  segment: Pick<SegmentVersion, "rewardFactor" | "bonusPoints">,
): number {
  const { over, under } = factorOf(segment.rewardFactor);
  return Number((value * over) / (perUnit() * under)) + (segment.bonusPoints ?? 0);
}

/**
 * Points that a multiplier adds to what `value` earns: `floor(value × rewardFactor × (multiplier - 1))`, exact before the one rounding. The
 * segment's bonus is not multiplied.
 */
export function extraPoints(value: Money, rewardFactor: string, multiplier: string): number {
  return unitsOf(value).times(rewardFactor).times(new Exact(multiplier).minus(1)).floor().toNumber();
}

/** Points needed to pay `value`: `ceil(value × factor)`, the value in currency units, exact before the one rounding. */
export function pointsNeeded(value: Money, factor: string): number {
  const { over, under } = factorOf(factor);
  const unit = perUnit() * under;
  return Number((value * over + unit - 1n) / unit);
}

/** Money value of `points`, rounded down to the currency's decimals: what they pay for at `factor` points per currency unit. */
export function valueOfPoints(points: number, factor: string): Money {
  const { over, under } = factorOf(factor);
  const least = leastMoney();
  return ((BigInt(points) * under * (perUnit() / least)) / over) * least;
}

/** The money of an entry, or what its points are worth at `redeemFactor`, whichever is more: of a bill of 0.01 that takes a point the point. */
export function moneyAtLeast(
  { amount, amountValue }: { amount: number; amountValue: Money },
  redeemFactor: string,
): Money {
  const worth = valueOfPoints(amount, redeemFactor);
  return worth > amountValue ? worth : amountValue;
}

/**
 * Whether `points` and `value` mean the same at `factor`, give or take the rounding of one of them: one must be
 * the other, converted and rounded up or down (rules.md §6). Money may be rounded to the currency's decimals, or to whole currency units as
 * callers do that know no others.
 */
export function valueMatchesPoints(points: number, value: Money, factor: string): boolean {
  const exactPoints = unitsOf(value).times(factor);
  const exactValue = new Exact(points).div(factor);
  const isRounded = (exact: Decimal, rounded: Decimal.Value) =>
    exact.floor().eq(rounded) || exact.ceil().eq(rounded);
  const smallest = 10 ** decimalsOf();
  return (
    isRounded(exactPoints, points) ||
    isRounded(exactValue.times(smallest), unitsOf(value).times(smallest)) ||
    (isWhole(value) && isRounded(exactValue, unitsOf(value)))
  );
}

/** Whether a wallet spends its parent's points. */
export function isPooled(family: WalletView["family"]): boolean {
  return family !== null && family.parent !== null && family.role !== "own";
}

/** Points that a child may still spend this month; without an allowance any number. */
export function allowanceLeft(family: WalletView["family"]): number {
  const allowance = family?.allowance ?? null;
  return allowance === null ? Number.POSITIVE_INFINITY : Math.max(0, allowance.points - allowance.spent);
}

/**
 * Points that RedeemUser would accept from a wallet right now, and their money value rounded down to the currency's decimals (`billRewardPoints` and
 * `billRewardValue` of the interface; rules.md §1). Nothing where the status, the opt-in, the activation flag or the threshold would refuse
 * it.
 */
export function usablePoints(
  wallet: Pick<WalletView, "balance" | "statusId" | "isOptedIn" | "redemptionEnabled" | "family"> & {
    segment: Pick<SegmentVersion, "redeemThreshold" | "redeemFactor">;
  },
): { points: number; value: string } {
  const { balance, segment, family } = wallet;
  const isReady = (one: Pick<WalletView, "statusId" | "isOptedIn" | "redemptionEnabled">) =>
    one.statusId === WALLET_STATUS.active && one.isOptedIn && one.redemptionEnabled;
  const pool = isPooled(family) ? family?.parent : null;
  const mayRedeem = isReady(wallet) && (pool == null || isReady(pool)) && balance >= segment.redeemThreshold;
  const points = mayRedeem ? Math.max(0, Math.min(balance, allowanceLeft(family))) : 0;
  return { points, value: worthOfPoints(points, segment.redeemFactor) };
}

/** Money value of `points`, none or more, at `factor` points per unit, rounded down to the currency's decimals. */
export function worthOfPoints(points: number, factor: string): string {
  return moneyText(valueOfPoints(points, factor));
}

/** Whether two factors are the same number, however they are written. */
export function sameFactor(one: string, other: string): boolean {
  return new Exact(one).eq(other);
}
