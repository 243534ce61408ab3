import { useFormatter } from "@/components/ui/use-formatter";

/** A day of the calendar is no instant, and means the same in every time zone. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** A day of the calendar in words: "Tuesday, 24 November 2026". */
export function useDayName(): (day: string, style?: { hasYear?: boolean }) => string {
  const format = useFormatter();
  return (day, { hasYear = true } = {}) =>
    format.dateTime(noonOf(day), {
      weekday: "long",
      day: "numeric",
      month: "long",
      ...(hasYear && { year: "numeric" }),
      timeZone: "UTC",
    });
}
