import type { Comparison } from "./schemas";

/** A stretch of days, both included, as ISO dates. */
export interface Days {
  from: string;
  to: string;
}

/** A range split into whole months, which have sums, and the days before and after them. */
export interface RangeParts {
  /** First days of the first and the last whole month; null when it holds none. */
  months: { first: string; last: string } | null;
  /** Each at most a month less a day, unless there are no months. */
  days: Days[];
}

/** Takes a range of days apart, so that each day is in exactly one part. Pure. */
export function partsOfRange({ from, to }: Days): RangeParts {
  const first = from.endsWith("-01") ? from : monthAfter(from);
  const afterLast = isLastOfMonth(to) ? monthAfter(to) : firstOfMonth(to);
  if (first >= afterLast) return { months: null, days: [{ from, to }] };
  const before = { from, to: dayBefore(first) };
  const after = { from: afterLast, to };
  return {
    months: { first, last: firstOfMonth(dayBefore(afterLast)) },
    days: [before, after].filter((days) => days.from <= days.to),
  };
}

/**
 * The days that a range is compared with: as many before it, the same days a year before (29 February: the 28th), those that
 * a person chose, or none. Pure.
 */
export function daysComparedWith(range: Days, comparison: Comparison, own: Days | null): Days | null {
  switch (comparison) {
    case "previous":
      return { from: shifted(range.from, -lengthOf(range)), to: shifted(range.from, -1) };
    case "lastYear":
      return { from: yearBefore(range.from), to: yearBefore(range.to) };
    case "own":
      return own;
    case "none":
      return null;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Days of a range, both ends included. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return `${year}${day.endsWith("-02-29") ? "-02-28" : day.slice(4)}`;
}

/** The first day of the month of a day. */
export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** The first day of the month after that of a day. */
export function monthAfter(day: string): string {
  const date = new Date(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

export function dayBefore(day: string): string {
  return shifted(day, -1);
}

export function isLastOfMonth(day: string): boolean {
  return dayBefore(monthAfter(day)) === day;
}

export function lastOfMonth(day: string): string {
  return dayBefore(monthAfter(day));
}

/** Whether the days are one month, all of it. */
export function isWholeMonth({ from, to }: Days): boolean {
  return from.endsWith("-01") && to === lastOfMonth(from);
}
