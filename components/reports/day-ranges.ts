import { endOfMonth, parseDate, startOfMonth, startOfYear } from "@internationalized/date";
import type { Report } from "@/lib/areas/reports/schemas";

/** The ranges that are asked for most, by their names in the texts. */
export const PRESETS = [
  "today",
  "yesterday",
  "last7",
  "last30",
  "thisMonth",
  "lastMonth",
  "thisYear",
  "last12Months",
] as const;
export type Preset = (typeof PRESETS)[number];

export interface DayRange {
  from: string;
  to: string;
}

/** The days of a preset, seen from `today`, the programme's day. */
export function rangeOf(preset: Preset, today: string): DayRange {
  const day = parseDate(today);
  const range = (from: typeof day, to: typeof day = day) => ({ from: from.toString(), to: to.toString() });
  switch (preset) {
    case "today":
      return range(day);
    case "yesterday":
      return range(day.subtract({ days: 1 }), day.subtract({ days: 1 }));
    case "last7":
      return range(day.subtract({ days: 6 }));
    case "last30":
      return range(day.subtract({ days: 29 }));
    case "thisMonth":
      return range(startOfMonth(day));
    case "lastMonth": {
      const month = day.subtract({ months: 1 });
      return range(startOfMonth(month), endOfMonth(month));
    }
    case "thisYear":
      return range(startOfYear(day));
    case "last12Months":
      return range(day.subtract({ months: 12 }).add({ days: 1 }));
  }
}

/** The preset that these days are, if any. */
export function presetOf({ from, to }: DayRange, today: string): Preset | null {
  return (
    PRESETS.find((preset) => {
      const range = rangeOf(preset, today);
      return range.from === from && range.to === to;
    }) ?? null
  );
}

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
