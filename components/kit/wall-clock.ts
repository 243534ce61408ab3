import {
  type CalendarDate,
  type CalendarDateTime,
  parseAbsolute,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from "@internationalized/date";

/** The clock on the wall at an instant, for fields of date and time. */
export function wallClockOf(instant: string | null, zone: string): CalendarDateTime | null {
  return instant === null || instant === "" ? null : toCalendarDateTime(parseAbsolute(instant, zone));
}

/** The instant at which the clock on the wall shows this. */
export function instantOf(wallClock: CalendarDateTime, zone: string): string {
  return toZoned(wallClock, zone).toAbsoluteString();
}

/** The last day before an end: midnight ends the day before it. */
export function lastDayOf(end: string | null, zone: string): CalendarDate | null {
  if (end === null) return null;
  return toCalendarDate(parseAbsolute(new Date(Date.parse(end) - 1).toISOString(), zone));
}

/** Where a day ends that is included. */
export function endOfDay(day: CalendarDate, zone: string): string {
  return instantOf(toCalendarDateTime(day.add({ days: 1 })), zone);
}

/** A day's last minute, which stands for its end. */
export const LAST_MINUTE = { hour: 23, minute: 59, second: 0, millisecond: 0 };

/** An end as a field of date and time shows it: that of a day is the day's last minute. */
export function endClockOf(end: string | null, zone: string): CalendarDateTime | null {
  const clock = wallClockOf(end, zone);
  const lastDay = clock === null ? null : lastDayOf(end, zone);
  if (clock === null || lastDay === null || lastDay.compare(toCalendarDate(clock)) === 0) return clock;
  return toCalendarDateTime(lastDay).set(LAST_MINUTE);
}

/** The end that such a field says: the last minute of a day is included to its end. */
export function endInstantOf(clock: CalendarDateTime, zone: string): string {
  const isLastMinute = clock.hour === LAST_MINUTE.hour && clock.minute === LAST_MINUTE.minute;
  return isLastMinute ? endOfDay(toCalendarDate(clock), zone) : instantOf(clock, zone);
}
