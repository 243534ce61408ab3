import { type CalendarDateTime, parseAbsolute, toCalendarDateTime, toZoned } from "@internationalized/date";

/** The clock on the wall at an instant, for fields of date and time. */
export function wallClockOf(instant: string | null, zone: string): CalendarDateTime | null {
  return instant === null ? null : toCalendarDateTime(parseAbsolute(instant, zone));
}

/** The instant at which the clock on the wall shows this. */
export function instantOf(wallClock: CalendarDateTime, zone: string): string {
  return toZoned(wallClock, zone).toAbsoluteString();
}
