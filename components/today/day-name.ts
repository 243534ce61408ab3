import { useFormatter, useTranslations } from "next-intl";

/** A day of the calendar is no instant, and means the same in every time zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

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

const DAY_MS = 24 * 60 * 60 * 1000;

/** How a page about one day is called: by the day's own name, and below it by how long ago it was. */
export function useDayTitle(): (day: string, today: string) => { title: string; lead: string } {
  const t = useTranslations("today");
  const nameOf = useDayName();
  return (day, today) => ({
    title: nameOf(day, { hasYear: day.slice(0, 4) !== today.slice(0, 4) }),
    lead: t("daysAgo", { days: (noonOf(today).getTime() - noonOf(day).getTime()) / DAY_MS }),
  });
}
