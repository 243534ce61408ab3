"use client";

import { useTimeZone } from "next-intl";
import { DateTime } from "@/components/ui/format";

/** The last day before an end. */
export function LastDay({ end }: { end: string }) {
  return <DateTime value={new Date(Date.parse(end) - 1)} style="date" />;
}

/** The moment of an end; the beginning of a day is the end of the day before it, which is included. */
export function LastMoment({ end }: { end: string }) {
  const timeZone = useTimeZone();
  return beginsDay(new Date(end), timeZone) ? <LastDay end={end} /> : <DateTime value={end} />;
}

/** Making one takes longer than all that a row of a list does besides. */
const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * Whether a day of the time zone begins at this moment: midnight, except on a day on which clocks go forward at
 * midnight.
 */
export function beginsDay(moment: Date, timeZone: string | undefined): boolean {
  const day = dayFormat(timeZone);
  return day.format(moment) !== day.format(new Date(moment.getTime() - 1));
}

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", ...(timeZone && { timeZone }) });
  dayFormats.set(timeZone, made);
  return made;
}
