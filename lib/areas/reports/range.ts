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

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

function monthAfter(day: string): string {
  const date = new Date(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}

function isLastOfMonth(day: string): boolean {
  return dayBefore(monthAfter(day)) === day;
}
