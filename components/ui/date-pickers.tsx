"use client";

import type { CalendarDate, CalendarDateTime } from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { DateInput, DateSegment } from "react-aria-components/DateField";
import {
  DatePicker as AriaDatePicker,
  type DatePickerProps as AriaDatePickerProps,
} from "react-aria-components/DatePicker";
import { DateRangePicker as AriaDateRangePicker } from "react-aria-components/DateRangePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Heading } from "react-aria-components/Heading";
import { RangeCalendar } from "react-aria-components/RangeCalendar";
import { cx } from "./cx";
import { FieldLabel, FieldNote, type FieldProps, fieldClass, INPUT_BOX } from "./field";
import { firstDayOfWeek } from "./first-day";
import { FloatingBox } from "./popover";

/** See {@link DatePicker} and {@link DateTimePicker} of date-field.tsx: by `granularity`, with or without the time. */
export function Picker<Value extends CalendarDate | CalendarDateTime>({
  label,
  description,
  errorMessage,
  className,
  ...props
}: FieldProps & AriaDatePickerProps<Value>) {
  return (
    <AriaDatePicker
      {...props}
      shouldForceLeadingZeros
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={cx(INPUT_BOX, "min-h-control ps-3 max-[22rem]:ps-2")}>
        <Segments />
        <OpenButton />
      </Group>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
      <FloatingBox>
        <Dialog className="p-4 outline-none">
          <Calendar firstDayOfWeek={firstDayOfWeek()}>
            <CalendarHead />
            <Days />
          </Calendar>
        </Dialog>
      </FloatingBox>
    </AriaDatePicker>
  );
}

/** See {@link DaysField} of date-field.tsx. */
export function DateRangePicker({
  label,
  description,
  errorMessage,
  className,
  ...props
}: DateRangePickerProps) {
  return (
    <AriaDateRangePicker
      {...props}
      shouldForceLeadingZeros
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={fieldClass(className)}
    >
      <FieldLabel>{label}</FieldLabel>
      <Group className={cx(INPUT_BOX, "min-h-control ps-3 max-[22rem]:ps-2")}>
        <div className="flex flex-1 flex-wrap items-center gap-x-1 py-1">
          <Segments slot="start" />
          <span aria-hidden>–</span>
          <Segments slot="end" />
        </div>
        <OpenButton />
      </Group>
      <FieldNote label={label} description={description} errorMessage={errorMessage} />
      <FloatingBox>
        <Dialog className="p-4 outline-none">
          <RangeCalendar firstDayOfWeek={firstDayOfWeek()}>
            <CalendarHead />
            <Days isRange />
          </RangeCalendar>
        </Dialog>
      </FloatingBox>
    </AriaDateRangePicker>
  );
}

/** A day with its time has room beside the button in the narrowest windows too, in twelve hours and in twenty-four. */
const NARROW = "max-[22rem]:text-sm/6 max-[22rem]:*:data-[type=literal]:px-0";

/**
 * The parts run in the line of a text, not as boxes of their own: only so does a time stay "02:00" within a date that is written from right
 * to left. The parts between them keep the marks of direction that come with the date.
 */
function Segments({ slot }: { slot?: "start" | "end" }) {
  return (
    <DateInput
      {...(slot !== undefined && { slot })}
      className={cx("figures leading-8", NARROW, slot === undefined && "min-w-0 flex-1")}
    >
      {(segment) => (
        <DateSegment
          segment={segment}
          className={({ type }) =>
            cx(
              "whitespace-nowrap rounded px-0.5 outline-none data-focused:bg-accent data-focused:text-accent-ink data-placeholder:text-ink-faint data-focused:data-placeholder:text-accent-ink",
              // A single figure is still wide enough for a finger.
              type !== "literal" && "inline-block min-w-6 text-center",
            )
          }
        />
      )}
    </DateInput>
  );
}

function OpenButton() {
  return (
    <Button className="me-1 grid size-9 pointer-coarse:size-11 shrink-0 max-[22rem]:me-0.5 max-[22rem]:size-8 cursor-pointer place-items-center rounded-md text-ink-soft data-hovered:bg-hover">
      <CalendarDays aria-hidden className="size-5" />
    </Button>
  );
}

function CalendarHead() {
  const t = useTranslations("ui");
  const step =
    "grid size-10 pointer-coarse:size-11 cursor-pointer place-items-center rounded-lg data-hovered:bg-hover data-disabled:opacity-40";
  return (
    <header className="mb-2 flex items-center justify-between">
      <Button slot="previous" aria-label={t("previousMonth")} className={step}>
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </Button>
      <Heading className="font-semibold" />
      <Button slot="next" aria-label={t("nextMonth")} className={step}>
        <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
      </Button>
    </header>
  );
}

function Days({ isRange = false }: { isRange?: boolean }) {
  return (
    <CalendarGrid weekdayStyle="short">
      <CalendarGridHeader>
        {(day) => (
          <CalendarHeaderCell className="size-10 pointer-coarse:size-11 font-medium text-ink-faint text-xs">
            {day}
          </CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => (
          <CalendarCell
            date={date}
            className={({ isSelected, isSelectionStart, isSelectionEnd, isOutsideMonth }) =>
              cx(
                "figures grid size-10 pointer-coarse:size-11 cursor-pointer place-items-center rounded-lg data-hovered:bg-hover data-disabled:cursor-default data-disabled:opacity-40",
                isOutsideMonth && "invisible",
                isSelected && (!isRange || isSelectionStart || isSelectionEnd)
                  ? "bg-accent text-accent-ink data-hovered:bg-accent-hover"
                  : isSelected && "rounded-none bg-accent-soft text-accent-soft-ink",
              )
            }
          />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  );
}

export interface DateRangePickerProps extends FieldProps, DateLimits {
  value: { start: CalendarDate; end: CalendarDate } | null;
  onChange: (value: DateRangePickerProps["value"]) => void;
}

export interface DateLimits {
  minValue?: CalendarDate;
  maxValue?: CalendarDate;
  isDisabled?: boolean;
}
