import { programmeCountry } from "@/lib/platform/country";

/** Countries whose weeks begin on a Saturday or Sunday (CLDR 46). Browsers and servers have tables of different years, and would draw two calendars. */
const SATURDAY = ["EG", "KW", "QA", "BH", "OM", "JO", "IQ", "SY", "LY", "DZ", "SD", "DJ"];
const SUNDAY = ["SA", "YE"];

/** The day that weeks begin on in the programme's country, in whatever language the page is. */
export function firstDayOfWeek(country: string = programmeCountry()): "sat" | "sun" | "mon" {
  if (SATURDAY.includes(country)) return "sat";
  return SUNDAY.includes(country) ? "sun" : "mon";
}

const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 7];

/** ISO weekdays in the order of the programme's weeks: all seven, or those of `days`. */
export function weekdaysInOrder(
  days: readonly number[] = FROM_MONDAY,
  country: string = programmeCountry(),
): number[] {
  const first = { sat: 6, sun: 7, mon: 1 }[firstDayOfWeek(country)];
  const place = (day: number) => (day - first + 7) % 7;
  return [...days].sort((one, other) => place(one) - place(other));
}
