/** The programme's time zone unless its settings name another (rules.md §2). */
export const DEFAULT_TIME_ZONE = "Africa/Cairo";

const SECOND_MILLISECONDS = 1_000;
const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;
/** Eleven years of days for each zone; beyond that the memory starts afresh. */
const REMEMBERED_DAYS_MAX = 4_096;

/** Offset in minutes of each UTC day on which it does not change; `CHANGES` on the others. */
const offsetsByZone = new Map<string, Map<number, number>>();
const CHANGES = Number.NaN;

/**
 * The instant in ISO 8601 with the zone's UTC offset at that instant, whole seconds (cut, not rounded):
 * `2026-11-21T12:34:56+02:00`. Governs `createdDate` and `invoiceDate` (interface.md §2.4).
 */
export function formatOffsetDateTime(date: Date, zone: string): string {
  const offset = offsetMinutes(date.getTime(), zone);
  return wallClock(date.getTime(), offset) + formatOffset(offset);
}

/** Wall clock of a zone to the minute, for reading: `2026-11-21 17:05`. */
export function formatLocalMinute(date: Date, zone: string): string {
  return formatLocalDateTime(date, zone).slice(0, 16).replace("T", " ");
}

/** Local time of the zone at the instant, without offset, whole seconds: `2026-11-21T12:34:56`. Governs `optedInDate` (interface.md §2.2). */
export function formatLocalDateTime(date: Date, zone: string): string {
  return wallClock(date.getTime(), offsetMinutes(date.getTime(), zone));
}

/** The calendar day of the zone at the instant: `2026-11-21`. */
export function formatLocalDate(date: Date, zone: string): string {
  const instant = date.getTime();
  const day = Math.floor((instant + offsetMinutes(instant, zone) * MINUTE_MILLISECONDS) / DAY_MILLISECONDS);
  let text = datesByDay.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10);
    if (datesByDay.size >= REMEMBERED_DAYS_MAX) datesByDay.clear();
    datesByDay.set(day, text);
  }
  return text;
}

/** ISO dates by the number of their day since 1970: every command asks for today's, and writing a date takes microseconds. */
const datesByDay = new Map<number, string>();

/**
 * The instant of a well-formed ISO date or date-time. A date is the first moment of its day in the zone; a date-time
 * without offset is what the zone's clocks show. A time that the clocks skip counts as one hour later. Of a time that they show twice
 * the second one is meant, unless that one is ahead of `now` (rules.md §3).
 * @throws RangeError for a day that the calendar lacks, such as 31 February
 */
export function parseZonedDateTime(text: string, zone: string, now?: Date): Date {
  requireRealDay(text.slice(0, 10));
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  const isDate = isDateOnly(text);
  const wall = Date.parse(isDate ? `${text}T00:00:00Z` : `${text}Z`);
  const readAt = (offset: number) => wall - offset * MINUTE_MILLISECONDS;
  const first = readAt(offsetMinutes(wall - DAY_MILLISECONDS, zone));
  const second = readAt(offsetMinutes(wall + DAY_MILLISECONDS, zone));
  const isShown = (instant: number) => readAt(offsetMinutes(instant, zone)) === instant;
  if (!isShown(second)) return new Date(first);
  if (!isShown(first)) return new Date(second);
  return new Date(isDate || (now !== undefined && second > now.getTime()) ? first : second);
}

/** Dates beyond a month's end would be read as days of the next one. */
function requireRealDay(day: string): void {
  const read = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 10) !== day)
    throw new RangeError(`The calendar has no day ${day}`);
}

/** True for `2026-11-21`, false for a date-time. */
export function isDateOnly(text: string): boolean {
  return text.length === 10;
}

/** The first moment of the zone's day after `day` (`2026-11-21`), which is where that day ends. */
export function startOfDayAfter(day: string, zone: string): Date {
  return parseZonedDateTime(plusDays(day, 1), zone);
}

/** The first moment of the zone's day that lies `days` calendar days before the day of the instant. */
export function startOfDayBefore(date: Date, days: number, zone: string): Date {
  return parseZonedDateTime(plusDays(formatLocalDate(date, zone), -days), zone);
}

/** The calendar day that lies `days` after (below zero: before) a day of the years 0001 to 9998. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** One date that is set again for each answer: a new one would outlive its answer in V8's heap. */
const clockFace = new Date(0);

function wallClock(instant: number, offset: number): string {
  clockFace.setTime(instant + offset * MINUTE_MILLISECONDS);
  return clockFace.toISOString().slice(0, 19);
}

/** An offset in minutes as `+02:00`. */
export function formatOffset(offset: number): string {
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
}

/**
 * Reading the time zone data costs several microseconds and every answer has two or three dates. So the offset is
 * remembered for each day whose two ends agree; on days of a change it is read each time.
 */
export function offsetMinutes(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MILLISECONDS);
  let days = offsetsByZone.get(zone);
  if (days === undefined || days.size >= REMEMBERED_DAYS_MAX) {
    days = new Map();
    offsetsByZone.set(zone, days);
  }
  let offset = days.get(day);
  if (offset === undefined) {
    offset = offsetOfDay(day, zone);
    days.set(day, offset);
  }
  return Number.isNaN(offset) ? readOffset(instant, zone) : offset;
}

function offsetOfDay(day: number, zone: string): number {
  const start = readOffset(day * DAY_MILLISECONDS, zone);
  const end = readOffset((day + 1) * DAY_MILLISECONDS, zone);
  return start === end ? start : CHANGES;
}

/** Making one takes longer than all that is read by it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const CLOCK = {
  ...({ hourCycle: "h23", era: "short", year: "numeric", month: "numeric", day: "numeric" } as const),
  ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
};

/** The numbers that a clock of the zone shows; texts are made of them by lib/platform/writing. */
function readClock(instant: number, zone: string, options: Intl.DateTimeFormatOptions = CLOCK) {
  const key = `${zone} ${options.calendar ?? ""}`;
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat("en-US-u-nu-latn", { ...options, timeZone: zone });
  clocks.set(key, clock);
  return Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
}

function readOffset(instant: number, zone: string): number {
  const { era, year, month, day, hour, minute, second } = readClock(instant, zone);
  const wall = new Date(0);
  wall.setUTCFullYear(era?.startsWith("B") ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  wall.setUTCHours(Number(hour), Number(minute), Number(second));
  return (
    (wall.getTime() - Math.floor(instant / SECOND_MILLISECONDS) * SECOND_MILLISECONDS) / MINUTE_MILLISECONDS
  );
}

/** A date whose UTC fields are what the zone's clocks show at the instant. */
export function wallClockAt(instant: number, zone: string): Date {
  return new Date(zone === "UTC" ? instant : instant + offsetMinutes(instant, zone) * MINUTE_MILLISECONDS);
}

/** The day of the instant in the zone by the Umm al-Qura calendar. */
export function hijriDay(instant: Date, zone: string): { day: number; month: number; year: number } {
  const { day, month, year } = readClock(instant.getTime(), zone, {
    ...{ calendar: "islamic-umalqura", day: "numeric", month: "numeric", year: "numeric" },
  });
  return { day: Number(day), month: Number(month), year: Number(year) };
}

/** The zone by a name for people, such as "Egypt Time". The server alone makes it, and gives it to its pages: browsers have other names. */
export function zoneName(zone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: "shortGeneric",
  }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The zone that this device is set to. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zones that this device knows. */
export function knownZones(): string[] {
  return Intl.supportedValuesOf("timeZone");
}

/** Whether the clocks of a place are known by this name, such as Africa/Cairo. */
export function isTimeZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * A zone's offsets between two instants, in minutes each with the minute since 1970 from which it counts: `120 26297280 180 28043400 …`. For devices
 * whose own tables are of before the last change of a law.
 */
export function zoneOffsets(zone: string, from: Date, until: Date): string {
  let instant = from.getTime();
  let offset = offsetMinutes(instant, zone);
  const changes = [offset, instant / MINUTE_MILLISECONDS];
  for (let day = instant + DAY_MILLISECONDS; day < until.getTime(); day += DAY_MILLISECONDS) {
    if (offsetMinutes(day, zone) === offset) {
      instant = day;
      continue;
    }
    let [before, after] = [instant, day];
    while (after - before > MINUTE_MILLISECONDS) {
      const middle = before + Math.floor((after - before) / MINUTE_MILLISECONDS / 2) * MINUTE_MILLISECONDS;
      if (readOffset(middle, zone) === offset) before = middle;
      else after = middle;
    }
    offset = readOffset(after, zone);
    changes.push(offset, after / MINUTE_MILLISECONDS);
    instant = day;
  }
  return changes.join(" ");
}
