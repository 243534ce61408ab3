"use client";

import { type CalendarDate, type CalendarDateTime, parseDate } from "@internationalized/date";
import type { DateLimits, DateRangePickerProps } from "./date-pickers";
import { type FieldProps, fieldClass } from "./field";
import { lazyPart } from "./lazy-part";
import { Skeleton } from "./states";
import { useZoneNote } from "./use-zone-name";

export interface DatePickerProps extends FieldProps, DateLimits {
  value: CalendarDate | null;
  onChange: (value: CalendarDate | null) => void;
}

export interface DateTimePickerProps extends FieldProps {
  value: CalendarDateTime | null;
  onChange: (value: CalendarDateTime | null) => void;
  /** The time that a day gets which is chosen while the field is empty. */
  placeholderValue?: CalendarDateTime;
  isDisabled?: boolean;
}

/** As high as the field, below the room of its label. */
const WAITING = { whileLoading: <Skeleton className="mt-6.5 h-control" /> };

const load = () => import("./date-pickers");
/** Calendars and their languages are a good part of all script, and the page can be read without them. */
const LazyDay = lazyPart<DatePickerProps>(async () => (await load()).Picker, WAITING);
const LazyMinute = lazyPart<DateTimePickerProps & { granularity: "minute" }>(
  async () => (await load()).Picker,
  WAITING,
);
const LazyRange = lazyPart<DateRangePickerProps>(async () => (await load()).DateRangePicker, WAITING);

/** One day, typed or picked from a calendar. */
export function DatePicker({ className, ...props }: DatePickerProps) {
  return (
    <div className={fieldClass(className)}>
      <LazyDay {...props} />
    </div>
  );
}

/** A minute of one day, as the clock on the programme's wall shows it. */
export function DateTimePicker({ className, description, ...props }: DateTimePickerProps) {
  const zone = useZoneNote();
  const notes = [description, zone].filter((note) => note !== undefined);
  return (
    <div className={fieldClass(className)}>
      <LazyMinute
        granularity="minute"
        {...props}
        {...(notes.length > 0 && {
          description:
            notes.length > 1 ? (
              <>
                {description}
                <span className="block">{zone}</span>
              </>
            ) : (
              notes[0]
            ),
        })}
      />
    </div>
  );
}

/** From one day to another, both included, as addresses have them ("2026-03-31"). Empty unless both are there and in order. */
export function DaysField({
  className,
  from,
  until,
  onChange,
  ...props
}: FieldProps & {
  from: string | undefined;
  until: string | undefined;
  onChange: (from: string | undefined, until: string | undefined) => void;
  maxValue?: CalendarDate;
}) {
  const isRange = from !== undefined && until !== undefined && from <= until;
  return (
    <div className={fieldClass(className)}>
      <LazyRange
        {...props}
        value={isRange ? { start: parseDate(from), end: parseDate(until) } : null}
        onChange={(range) => onChange(range?.start.toString(), range?.end.toString())}
      />
    </div>
  );
}
