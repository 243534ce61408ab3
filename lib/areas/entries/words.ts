import { LOG_TYPE } from "@/lib/ledger/core/types";
import type { Acted, PortalEntry } from "./schemas";

/**
 * What an entry moved, as people count it: spendable points; where it moved none, suspended ones; of a captured hold what was redeemed.
 * Pure.
 */
export function movedPoints({
  logTypeId,
  points,
  suspendedPoints,
}: Pick<PortalEntry, "logTypeId" | "points" | "suspendedPoints">): number {
  if (points === 0) return suspendedPoints;
  return logTypeId === LOG_TYPE.redemption ? points + suspendedPoints : points;
}

/** What a reward's bill gave by the rate alone: without promotions, and without a welcome bonus. Pure. */
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
