import { useFormatter } from "next-intl";

/** A day of the calendar in words: it is no instant, and means the same in every time zone. */
export function useDayName(): (day: string) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(new Date(`${day}T12:00:00Z`), {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
}
