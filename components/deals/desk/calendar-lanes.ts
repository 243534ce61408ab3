/** A stretch of days, first and last included (`2026-11-21`). */
export interface DayStretch {
  id: number;
  firstDay: string;
  lastDay: string;
}

/**
 * The line of each stretch in a calendar of a month: the uppermost that is free on all of its days, the earliest stretch first, so that
 * it stays on its line from its first day to its last. Pure.
 */
export function lanesOf(stretches: readonly DayStretch[]): Map<number, number> {
  const endOfLane: string[] = [];
  const lanes = new Map<number, number>();
  const inOrder = [...stretches].sort(
    (one, other) => one.firstDay.localeCompare(other.firstDay) || one.id - other.id,
  );
  for (const { id, firstDay, lastDay } of inOrder) {
    const free = endOfLane.findIndex((end) => end < firstDay);
    const lane = free === -1 ? endOfLane.length : free;
    endOfLane[lane] = lastDay;
    lanes.set(id, lane);
  }
  return lanes;
}

/** The stretches that a day is part of. Pure. */
export function onDay<Stretch extends DayStretch>(stretches: readonly Stretch[], day: string): Stretch[] {
  return stretches.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}
