import { DateTime } from "luxon";

/** A lot that never lapses. */
export const NEVER = "infinity";

/** Of dates alone, which are counted in UTC: all its days are as long. */
const DAY_MS = 86_400_000;

// The local date of an instant is asked for by every command, of now and of what it refers to; a zone's date can only change
// at a quarter-hour.
const QUARTER_HOUR_MS = 15 * 60_000;
const DATES_MAX = 1_000;
const cachedDates = { zone: "", byQuarter: new Map<number, string>() };

/** ISO date of `instant` on the wall of `zone`. */
export function localDate(instant: Date, zone: string): string {
  if (cachedDates.zone !== zone || cachedDates.byQuarter.size >= DATES_MAX) {
    cachedDates.zone = zone;
    cachedDates.byQuarter.clear();
  }
  const quarter = Math.floor(instant.getTime() / QUARTER_HOUR_MS);
  let date = cachedDates.byQuarter.get(quarter);
  if (date === undefined) {
    date = isoDate(DateTime.fromJSDate(instant, { zone }));
    cachedDates.byQuarter.set(quarter, date);
  }
  return date;
}

/** `date` plus `days` calendar days. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * DAY_MS);
}

// All rewards of a day form the same lot.
let cachedLot = { date: "", months: Number.NaN, lot: "" };

/** Last day on which points earned on `date` can be spent: the end of the month, `months` later; 0 = never lapses. */
export function lotDate(date: string, months: number): string {
  if (months === 0) return NEVER;
  if (cachedLot.date !== date || cachedLot.months !== months) {
    const lot = isoDate(DateTime.fromISO(date, { zone: "utc" }).plus({ months }).endOf("month"));
    cachedLot = { date, months, lot };
  }
  return cachedLot.lot;
}

/**
 * The last day of a window of `businessDays` business days after `date`.
 * @param weekendDays ISO weekdays that are no business days: 1 = Monday … 7 = Sunday.
 */
export function businessDaysAfter(
  date: string,
  businessDays: number,
  weekendDays: readonly number[],
): string {
  let day = Date.parse(date);
  // A week without any business day would never end; then every day counts.
  const weekend = new Set(weekendDays.length < 7 ? weekendDays : []);
  for (let left = businessDays; left > 0; ) {
    day += DAY_MS;
    if (!weekend.has(new Date(day).getUTCDay() || 7)) left -= 1;
  }
  return utcDate(day);
}

function utcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isoDate(day: DateTime): string {
  const iso = day.toISODate();
  if (iso === null) throw new RangeError(`Not a date: ${day.invalidExplanation ?? "unknown"}`);
  return iso;
}
