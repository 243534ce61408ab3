import { programmeCountry } from "@/lib/platform/country";

/** Countries whose weeks begin on a Saturday or Sunday (CLDR 46). Browsers and servers have tables of different years, and would draw two calendars. */
const SATURDAY = ["EG", "KW", "QA", "BH", "OM", "JO", "IQ", "SY", "LY", "DZ", "SD", "DJ"];
const SUNDAY = ["SA", "YE"];

/** The day that weeks begin on in the programme's country, in whatever language the page is. */
export function firstDayOfWeek(country: string = programmeCountry()): "sat" | "sun" | "mon" {
  if (SATURDAY.includes(country)) return "sat";
  return SUNDAY.includes(country) ? "sun" : "mon";
}
