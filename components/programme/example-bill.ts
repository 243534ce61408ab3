import { pointsEarned, pointsNeeded, sameFactor, worthOfPoints } from "@/lib/ledger/rules/conversion";
import { readMoney } from "@/lib/platform/money";

/** A segment's rates on a bill. */
export interface ExampleBill {
  /** Points that the bill earns. */
  earns: number;
  /** Points that pay for it. */
  costs: number;
}

const FACTOR = /^\d{1,5}(?:\.\d{1,6})?$/;

/** Whether the text can be a factor at all; the server says whether it may be. */
function isFactor(text: string): boolean {
  return FACTOR.test(text.trim());
}

/**
 * The effect of rates on a bill of `value` currency units, by the functions that the ledger itself calculates with;
 * null while the rates or the bill are none.
 */
export function exampleBill(
  value: number | null | undefined,
  rates: { rewardFactor: string; redeemFactor: string; bonusPoints: number | null | undefined },
): ExampleBill | null {
  const { rewardFactor, redeemFactor, bonusPoints = null } = rates;
  const money = typeof value === "number" ? readMoney(value) : null;
  if (money === null || !isFactor(rewardFactor) || !isFactor(redeemFactor)) return null;
  return {
    earns: pointsEarned(money, { rewardFactor: rewardFactor.trim(), bonusPoints }),
    costs: pointsNeeded(money, redeemFactor.trim()),
  };
}

/** Value of points, in currency units, at the rate in force and at another one; the same text twice where nothing changes. */
export function worthBeforeAndAfter(
  points: number,
  { before, after }: { before: string; after: string },
): { before: string; after: string } | null {
  const typed = after.trim();
  if (!isFactor(before) || !isFactor(typed) || sameFactor(typed, "0")) return null;
  return { before: worthOfPoints(points, before), after: worthOfPoints(points, typed) };
}
