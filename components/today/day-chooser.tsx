"use client";

import { type CalendarDate, parseDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DatePicker } from "@/components/ui/date-field";
import { IconButton } from "@/components/ui/icon-button";

const FIRST_DAY = parseDate("2000-01-01");

/** One day of the programme's calendar, today or before; today is chosen as `undefined`, so that it stays today. */
export function DayChooser({
  day,
  today,
  onChange,
}: {
  day: string;
  today: string;
  onChange: (day: string | undefined) => void;
}) {
  const t = useTranslations("today");
  // A date that is being typed is none, or another one, until its last digit.
  const [typed, setTyped] = useState<CalendarDate | null>(null);
  const shown = parseDate(day);
  const last = parseDate(today);
  const choose = (chosen: CalendarDate) => {
    setTyped(null);
    onChange(chosen.compare(last) === 0 ? undefined : chosen.toString());
  };
  const isToday = day === today;
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-2">
      <IconButton
        icon={ChevronLeft}
        isMirrored
        variant="secondary"
        label={t("dayBefore")}
        onPress={() => choose(shown.subtract({ days: 1 }))}
      />
      <DatePicker
        label={t("day")}
        className="min-w-44"
        value={typed ?? shown}
        minValue={FIRST_DAY}
        maxValue={last}
        onChange={(value) => {
          if (value === null) return;
          if (value.compare(last) > 0 || value.compare(FIRST_DAY) < 0) setTyped(value);
          else choose(value);
        }}
      />
      <IconButton
        icon={ChevronRight}
        isMirrored
        variant="secondary"
        label={t("dayAfter")}
        isDisabled={isToday}
        onPress={() => choose(shown.add({ days: 1 }))}
      />
      {!isToday && <Button onPress={() => choose(last)}>{t("toToday")}</Button>}
    </div>
  );
}
