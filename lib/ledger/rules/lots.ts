import { NEVER } from "./calendar";
import type { LotMove } from "./types";

/** ISO dates sort as text, and "infinity" after all of them. */
function byDate([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The lots that hold points, soonest to lapse first. */
export function openLots(lots: ReadonlyMap<string, number>): [string, number][] {
  return [...lots].filter(([, points]) => points > 0).sort(byDate);
}

/** Lots whose last day is before `today` and that still hold points, soonest first. */
export function lapsedLots(lots: ReadonlyMap<string, number>, today: string): [string, number][] {
  return openLots(lots).filter(([date]) => date !== NEVER && date < today);
}

/**
 * Takes `points` from the lots: first from the `preferred` ones, each up to the given number, then from the soonest to lapse. Points that
 * the lots do not hold become debt (`lot: null`).
 */
export function takeFromLots(
  lots: ReadonlyMap<string, number>,
  points: number,
  preferred: Iterable<[string, number]> = [],
): LotMove[] {
  const taken = new Map<string, number>();
  let left = points;
  const take = (date: string, atMost: number) => {
    const available = (lots.get(date) ?? 0) - (taken.get(date) ?? 0);
    const part = Math.min(left, available, atMost);
    if (part <= 0) return;
    taken.set(date, (taken.get(date) ?? 0) + part);
    left -= part;
  };
  for (const [date, atMost] of preferred) take(date, atMost);
  for (const [date] of openLots(lots)) take(date, left);
  const moves: LotMove[] = [...taken].sort(byDate).map(([lot, part]) => ({ lot, points: -part }));
  if (left > 0) moves.push({ lot: null, points: -left });
  return moves;
}

/** Points on their way into a wallet, and the lot they belong to. `from`: the lot that they once came from. */
export interface Incoming {
  lot: string;
  points: number;
  from?: string;
}

/** Puts points into their lots, after a wallet below zero has repaid its `debt` with those that lapse soonest. */
export function putIntoLots(incoming: readonly Incoming[], debt: number): LotMove[] {
  const moves: LotMove[] = [];
  let owed = debt;
  for (const { lot, points, from } of [...incoming].sort((a, b) => byDate([a.lot, 0], [b.lot, 0]))) {
    const origin = from === undefined ? {} : { from };
    const repaid = Math.min(owed, points);
    owed -= repaid;
    if (repaid > 0) moves.push({ lot: null, points: repaid, ...origin });
    if (points > repaid) moves.push({ lot, points: points - repaid, ...origin });
  }
  return moves;
}

/** Applies an entry's moves to a wallet's lots. */
export function applyMoves(lots: Map<string, number>, moves: readonly LotMove[]): void {
  for (const { lot, points } of moves) {
    if (lot === null) continue;
    const after = (lots.get(lot) ?? 0) + points;
    if (after > 0) lots.set(lot, after);
    else lots.delete(lot);
  }
}
