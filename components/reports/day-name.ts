"use client";

import { useFormatter } from "@/components/ui/use-formatter";
import type { Report } from "@/lib/areas/reports/schemas";

/** Names days, or months by their first day. */
export function useDayName(grain: Report["grain"]): (day: string) => string {
  const format = useFormatter();
  const style =
    grain === "day"
      ? ({ day: "numeric", month: "short" } as const)
      : ({ month: "short", year: "numeric" } as const);
  return (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { ...style, timeZone: "UTC" });
}

/** Names a month by its first day. */
export function useMonthName(): (month: string) => string {
  return useDayName("month");
}

/** Names the days of a range. */
export function useRangeName(): (range: { from: string; to: string }) => string {
  const format = useFormatter();
  const style = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const nameOf = (day: string) => format.dateTime(new Date(`${day}T00:00:00Z`), style);
  // Put together here: the server and browsers write ranges with spaces of different widths.
  return ({ from, to }) => (from === to ? nameOf(from) : `${nameOf(from)} – ${nameOf(to)}`);
}
