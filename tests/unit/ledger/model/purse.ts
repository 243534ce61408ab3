import type { SegmentVersion } from "@/lib/ledger/rules/types";

/** Points on their way into or out of one lot; `day` null: they pay or make a debt. */
export interface Part {
  day: string | null;
  points: number;
  /** Of points given back: the lot they were once taken from. */
  origin?: string | undefined;
}

export interface Purse {
  balance: number;
  earned: number;
  redeemed: number;
  suspended: number;
  lots: Map<string, number>;
  segment: SegmentVersion;
  /** The segment before the first move up since a person chose it, and the line after which that was. */
  chosen?: { segment: SegmentVersion; after: number } | undefined;
}

export function emptyPurse(segment: SegmentVersion): Purse {
  return { balance: 0, earned: 0, redeemed: 0, suspended: 0, lots: new Map(), segment };
}

/** What points coming in do: those of the soonest day pay a debt first, the others go to their lots. */
export function incoming(purse: Purse, parts: readonly (Part & { day: string })[]): Part[] {
  let debt = Math.max(0, -purse.balance);
  const sorted = [...parts].sort((one, other) => one.day.localeCompare(other.day));
  return sorted.flatMap(({ day, points, origin }) => {
    const paid = Math.min(debt, points);
    debt -= paid;
    const both = [
      { day: null, points: paid, origin },
      { day, points: points - paid, origin },
    ];
    return both.filter((part) => part.points > 0);
  });
}

/** What points going out do: `first` the parts that are named, then the soonest lots; what is missing is owed. */
export function outgoing(purse: Purse, points: number, first: readonly Part[] = []): Part[] {
  const left = new Map(purse.lots);
  const soonest = [...left.keys()].sort().map((day) => ({ day, points }));
  const parts: Part[] = [];
  let missing = points;
  for (const { day, points: wanted } of [...first, ...soonest]) {
    if (day === null) continue;
    const held = left.get(day) ?? 0;
    const part = Math.min(missing, wanted, held);
    left.set(day, held - part);
    missing -= part;
    if (part > 0) parts.push({ day, points: -part });
  }
  if (missing > 0) parts.push({ day: null, points: -missing });
  return parts;
}

/** Moves the lots. */
export function move(lots: Map<string, number>, parts: readonly Part[]): void {
  for (const { day, points } of parts) {
    if (day === null) continue;
    const after = (lots.get(day) ?? 0) + points;
    if (after < 0) throw new Error(`Lot ${day} below zero`);
    if (after === 0) lots.delete(day);
    else lots.set(day, after);
  }
}
