import { type CalendarDateTime, parseAbsolute, toCalendarDateTime, toZoned } from "@internationalized/date";

/** What the clock on the wall shows at an instant. */
export function wallClockOf(instant: string, zone: string): CalendarDateTime | null {
  return instant === "" ? null : toCalendarDateTime(parseAbsolute(instant, zone));
}

/** The instant at which the clock on the wall shows this. */
export function instantOf(wallClock: CalendarDateTime, zone: string): string {
  return toZoned(wallClock, zone).toAbsoluteString();
}
