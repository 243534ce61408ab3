import { formatLocalMinute } from "@/lib/platform/time";
import type { ErrorParametersByCode } from "./errors";

/** A lot that never lapses. */
export const NEVER = "infinity";

/** Of dates alone, which are counted in UTC: all its days are as long. */
const DAY_MS = 86_400_000;

// All rewards of a day form the same lot.
let cachedLot = { date: "", months: Number.NaN, lot: "" };

/** Last day on which points earned on `date` can be spent: the end of the month, `months` later; 0 = never lapses. */
export function lotDate(date: string, months: number): string {
  if (months === 0) return NEVER;
  if (cachedLot.date !== date || cachedLot.months !== months) {
    const earned = new Date(date);
    const lot = utcDate(Date.UTC(earned.getUTCFullYear(), earned.getUTCMonth() + months + 1, 0));
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

const AHEAD_MS_MAX = 5 * 60_000;
export const SALE_AGE_DAYS_MAX = 90;

/** Whether a sale can be of this moment: not more than 5 minutes ahead, not older than 90 days (rules.md §3). */
export function isSaleDate(
  date: Date,
  now: Date,
  oldest = now.getTime() - SALE_AGE_DAYS_MAX * DAY_MS,
): boolean {
  return date.getTime() >= oldest && date.getTime() <= now.getTime() + AHEAD_MS_MAX;
}

/** The refusal of the time of a sale: whichever way its clock is wrong, with both times. */
export function clockFault(
  date: Date,
  { now, zone }: { now: Date; zone: string },
): Pick<ErrorParametersByCode[1002], "advice" | "sent" | "now"> {
  return {
    advice: date > now ? "clock_ahead" : "clock_behind",
    sent: formatLocalMinute(date, zone),
    now: formatLocalMinute(now, zone),
  };
}
