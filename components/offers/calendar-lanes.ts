/** A stretch of days, first and last included (`2026-11-21`). */
export interface DayStretch {
  /** Tells it from all others. */
  lane: string;
  firstDay: string;
  lastDay: string;
}

/**
 * The line of each stretch in a calendar of a month: the uppermost that is free on all of its days, the earliest stretch first, so that
 * it stays on its line from its first day to its last. Pure.
 */
export function lanesOf(stretches: readonly DayStretch[]): Map<string, number> {
  const endOfLane: string[] = [];
  const lanes = new Map<string, number>();
  const inOrder = [...stretches].sort(
    (one, other) => one.firstDay.localeCompare(other.firstDay) || one.lane.localeCompare(other.lane),
  );
  for (const { lane: name, firstDay, lastDay } of inOrder) {
    const free = endOfLane.findIndex((end) => end < firstDay);
    const lane = free === -1 ? endOfLane.length : free;
    endOfLane[lane] = lastDay;
    lanes.set(name, lane);
  }
  return lanes;
}

/** The stretches that a day is part of. Pure. */
export function onDay<Stretch extends DayStretch>(stretches: readonly Stretch[], day: string): Stretch[] {
  return stretches.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}
