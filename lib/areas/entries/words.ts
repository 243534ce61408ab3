import { LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Acted, PortalEntry } from "./schemas";

/** Moved points, as people count them: spendable ones; where there are none, suspended ones; of a captured hold the redeemed ones. Pure. */
export function movedPoints({
  logTypeId,
  points,
  suspendedPoints,
}: Pick<PortalEntry, "logTypeId" | "points" | "suspendedPoints">): number {
  if (points === 0) return suspendedPoints;
  return logTypeId === LOG_TYPE.redemption ? points + suspendedPoints : points;
}

/** Points of a reward's bill by the rate alone: without promotions, and without a welcome bonus. Pure. */
export function billPoints({
  points,
  referralPoints,
  promotions,
}: {
  points: number;
  referralPoints: number;
  promotions: readonly Acted[];
}): number {
  return promotions.reduce((rest, acted) => rest - acted.points, points - referralPoints);
}
