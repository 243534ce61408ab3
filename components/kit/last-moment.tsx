"use client";

import { useTimeZone } from "next-intl";
import { DateTime } from "@/components/ui/format";
import { formatLocalDate } from "@/lib/platform/time";

/** The last day before an end. */
export function LastDay({ end }: { end: string }) {
  return <DateTime value={new Date(Date.parse(end) - 1)} style="date" />;
}

/** The moment of an end; the beginning of a day is the end of the day before it, which is included. */
export function LastMoment({ end }: { end: string }) {
  const timeZone = useTimeZone();
  return beginsDay(new Date(end), timeZone) ? <LastDay end={end} /> : <DateTime value={end} />;
}

/**
 * Whether a day of the time zone begins at this moment: midnight, except on a day on which clocks go forward at
 * midnight.
 */
export function beginsDay(moment: Date, timeZone: string | undefined): boolean {
  const zone = timeZone ?? "UTC";
  return formatLocalDate(moment, zone) !== formatLocalDate(new Date(moment.getTime() - 1), zone);
}
