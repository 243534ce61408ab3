import { type CalendarDate, endOfMonth, getDayOfWeek } from "@internationalized/date";
import { firstDayOfWeek } from "@/components/ui/first-day";
import { compareTexts } from "@/lib/platform/search-text";

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
    (one, other) => compareTexts(one.firstDay, other.firstDay) || compareTexts(one.lane, other.lane),
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

/** The place of a day in its row of a month, whose weeks begin on the day of the programme's country. Pure. */
export function placeInRow(date: CalendarDate, country?: string) {
  const place = getDayOfWeek(date, "en", firstDayOfWeek(country));
  const leftInMonth = endOfMonth(date).day - date.day + 1;
  return {
    isRowStart: date.day === 1 || place === 0,
    isRowEnd: place === 6 || leftInMonth === 1,
    /** Days of the row from this one on, this one included. */
    daysLeft: Math.min(7 - place, leftInMonth),
  };
}
