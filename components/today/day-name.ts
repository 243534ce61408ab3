import { useTranslations } from "next-intl";
import { noonOf, useDayName } from "@/components/kit/use-day-name";

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
