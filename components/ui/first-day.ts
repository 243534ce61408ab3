import { CalendarDate, getDayOfWeek } from "@internationalized/date";
import { programmeCountry } from "@/lib/platform/country";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const A_SUNDAY = new CalendarDate(2023, 1, 1);

/** The day that weeks begin on in the programme's country, in whatever language the page is. */
export function firstDayOfWeek(country = programmeCountry()): (typeof DAYS)[number] {
  return DAYS[(7 - getDayOfWeek(A_SUNDAY, `en-${country}`)) % 7] ?? "sun";
}
