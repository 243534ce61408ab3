"use client";

import { now, toCalendarDateTime } from "@internationalized/date";
import { useTimeZone } from "next-intl";
import { DateTimePicker, type DateTimePickerProps } from "@/components/ui/date-field";
import { endClockOf, endInstantOf, LAST_MINUTE } from "./wall-clock";

/** Until when something is in force: a day that is chosen is included. An end at another minute stays one. */
export function EndPicker({
  value,
  onChange,
  ...props
}: Omit<DateTimePickerProps, "value" | "onChange" | "placeholderValue"> & {
  value: string | null;
  onChange: (end: string | null) => void;
}) {
  const zone = useTimeZone() ?? "UTC";
  return (
    <DateTimePicker
      {...props}
      value={endClockOf(value, zone)}
      onChange={(clock) => onChange(clock && endInstantOf(clock, zone))}
      placeholderValue={toCalendarDateTime(now(zone)).set(LAST_MINUTE)}
    />
  );
}
