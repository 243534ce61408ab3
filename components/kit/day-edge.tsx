"use client";

import { now, toCalendarDate, toCalendarDateTime } from "@internationalized/date";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { DatePicker, type DatePickerProps, DateTimePicker } from "@/components/ui/date-field";
import { useZoneNote } from "@/components/ui/use-zone-name";
import {
  endClockOf,
  endInstantOf,
  endOfDay,
  instantOf,
  LAST_MINUTE,
  lastDayOf,
  wallClockOf,
} from "./wall-clock";

interface DayEdgeProps extends Omit<DatePickerProps, "value" | "onChange" | "minValue" | "maxValue"> {
  /** An instant; null: none. */
  value: string | null;
  onChange: (instant: string | null) => void;
}

/** From when something is in force: the beginning of its first day, or a minute of it where an hour is asked for. */
export function FirstDay(props: DayEdgeProps) {
  return <DayEdge {...props} edge="first" />;
}

/** Until when something is in force: its last day, all of it, or a minute of it where an hour is asked for. */
export function LastDayField(props: DayEdgeProps) {
  return <DayEdge {...props} edge="last" />;
}

function DayEdge({ edge, value, onChange, ...props }: DayEdgeProps & { edge: "first" | "last" }) {
  const t = useTranslations("ui");
  const zone = useTimeZone() ?? "UTC";
  const zoneNote = useZoneNote();
  const isFirst = edge === "first";
  const clock = isFirst ? wallClockOf(value, zone) : endClockOf(value, zone);
  const day = value === null || value === "" ? null : isFirst ? clock : lastDayOf(value, zone);
  const ofDay = (chosen: NonNullable<typeof day>) => {
    const date = "hour" in chosen ? toCalendarDate(chosen) : chosen;
    return isFirst ? instantOf(toCalendarDateTime(date), zone) : endOfDay(date, zone);
  };
  // An instant within its day was given to the hour.
  const isWithin = day !== null && value !== null && Date.parse(ofDay(day)) !== Date.parse(value);
  const [wantsHour, setWantsHour] = useState(false);
  const hasHour = isWithin || wantsHour;
  return (
    <div className="grid content-start gap-1">
      {hasHour ? (
        <DateTimePicker
          {...props}
          value={clock}
          onChange={(chosen) =>
            onChange(chosen && (isFirst ? instantOf(chosen, zone) : endInstantOf(chosen, zone)))
          }
          placeholderValue={toCalendarDateTime(now(zone)).set(isFirst ? { hour: 9, minute: 0 } : LAST_MINUTE)}
        />
      ) : (
        <DatePicker
          {...props}
          description={
            zoneNote === undefined ? (
              props.description
            ) : (
              <>
                {props.description}
                <span className="block">{zoneNote}</span>
              </>
            )
          }
          value={day && ("hour" in day ? toCalendarDate(day) : day)}
          onChange={(chosen) => onChange(chosen && ofDay(chosen))}
        />
      )}
      {(hasHour || day !== null) && (
        <Checkbox
          className="text-sm"
          isSelected={hasHour}
          isDisabled={props.isDisabled ?? false}
          onChange={(isWanted) => {
            setWantsHour(isWanted);
            if (!isWanted && day !== null) onChange(ofDay(day));
          }}
        >
          {t("atHour")}
        </Checkbox>
      )}
    </div>
  );
}
