import { formatLocalDate, parseZonedDateTime, plusDays } from "@/lib/platform/time";

export const DEMO_TIME_ZONE = "Africa/Cairo";

const MINUTE_MS = 60_000;

interface Day {
  /** Its first moment, milliseconds. */
  start: number;
  /** ISO: 1 = Monday … 7 = Sunday. */
  weekday: number;
}

// Time zone arithmetic is slow and a history asks for the same thousand days again and again.
let known = { now: Number.NaN, days: new Map<number, Day>() };

/** The moment `days` before today at that minute of the day, in the programme's zone; negative days lie ahead. */
export function daysBefore(now: Date, days: number, minuteOfDay: number): Date {
  return new Date(dayBefore(now, days).start + minuteOfDay * MINUTE_MS);
}

/** ISO weekday of the day so many days before today. */
export function weekdayBefore(now: Date, days: number): number {
  return dayBefore(now, days).weekday;
}

function dayBefore(now: Date, days: number): Day {
  if (known.now !== now.getTime()) known = { now: now.getTime(), days: new Map() };
  let day = known.days.get(days);
  if (day === undefined) {
    const date = plusDays(formatLocalDate(now, DEMO_TIME_ZONE), -days);
    day = {
      start: parseZonedDateTime(date, DEMO_TIME_ZONE).getTime(),
      weekday: new Date(date).getUTCDay() || 7,
    };
    known.days.set(days, day);
  }
  return day;
}
