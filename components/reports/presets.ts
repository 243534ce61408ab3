import { endOfMonth, parseDate, startOfMonth, startOfYear } from "@internationalized/date";

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
