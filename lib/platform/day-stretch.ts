import { formatLocalDate, formatLocalDateTime, parseZonedDateTime, plusDays, startOfDayAfter } from "./time";

/** From an instant on, and before another. */
export interface Stretch {
  from: Date;
  until: Date;
}

/** A day of the programme's calendar, and what it is compared with. */
export interface DayStretch extends Stretch {
  day: string;
  today: string;
  isToday: boolean;
  /** The day before: as far as the same time of day for a day that is not over, otherwise the whole of it. */
  before: Stretch & { day: string };
}

/** The programme has no day before this one. */
const FIRST_DAY = "2000-01-01";

/**
 * A day (today by default) from its midnight to the next: 24 hours, or 23 or 25 where the clocks change. The day before
 * is read up to the same time on the clock. Null for a day that has not begun.
 */
export function stretchOfDay(
  { day, now }: { day?: string | undefined; now: Date },
  zone: string,
): DayStretch | null {
  const today = formatLocalDate(now, zone);
  const chosen = day ?? today;
  if (chosen > today || chosen < FIRST_DAY) return null;
  const isToday = chosen === today;
  const dayBefore = plusDays(chosen, -1);
  const from = parseZonedDateTime(chosen, zone);
  const timeOfDay = formatLocalDateTime(now, zone).slice(10);
  return {
    day: chosen,
    today,
    isToday,
    from,
    until: startOfDayAfter(chosen, zone),
    before: {
      day: dayBefore,
      from: parseZonedDateTime(dayBefore, zone),
      until: isToday ? parseZonedDateTime(dayBefore + timeOfDay, zone) : from,
    },
  };
}
