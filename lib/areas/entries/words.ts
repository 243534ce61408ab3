import type { PortalEntry } from "./schemas";

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
  return logTypeId === REDEMPTION ? points + suspendedPoints : points;
}

/** `logTypeId` of a redemption. */
export const REDEMPTION = 1;
