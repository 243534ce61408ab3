import { parseDate, startOfMonth } from "@internationalized/date";
import type { Report } from "@/lib/areas/reports/schemas";
import type { DayRange } from "./presets";

/** Every day of a range, or the first day of every month, whether anything happened or not: what a picture's axis runs over. */
export function slotsOf({ from, to }: DayRange, grain: Report["grain"]): string[] {
  const slots: string[] = [];
  const end = parseDate(to);
  let day = grain === "day" ? parseDate(from) : startOfMonth(parseDate(from));
  while (day.compare(end) <= 0) {
    slots.push(day.toString());
    day = day.add(grain === "day" ? { days: 1 } : { months: 1 });
  }
  return slots;
}

/** The days of a range that a slot stands for. */
export function rangeOfSlot(slot: string, { from, to }: DayRange, grain: Report["grain"]): DayRange {
  if (grain === "day") return { from: slot, to: slot };
  const last = parseDate(slot).add({ months: 1 }).subtract({ days: 1 }).toString();
  return { from: slot < from ? from : slot, to: last > to ? to : last };
}
