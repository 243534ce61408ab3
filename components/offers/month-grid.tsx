"use client";

import { type CalendarDate, parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { useInLanguage } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { cx } from "@/components/ui/cx";
import { firstDayOfWeek } from "@/components/ui/first-day";
import type { CalendarOffer } from "@/lib/areas/offers/schemas";
import type { DealState } from "@/lib/portal/acts/deal-states";
import { lanesOf, onDay, placeInRow } from "./calendar-lanes";

/** An offer that the calendar draws: one without a last day ends far beyond each month. */
export type DrawnOffer = CalendarOffer & { lastDay: string; lane: string };
export const NO_LAST_DAY = "9999-12-31";

const TONES: Readonly<Record<DealState, string>> = {
  draft: "bg-sunken text-ink-soft",
  scheduled: "bg-accent-soft text-accent-soft-ink",
  live: "bg-success-soft text-success-soft-ink",
  paused: "bg-warning-soft text-warning-soft-ink",
  stopped: "bg-danger-soft text-danger-soft-ink",
  ended: "bg-sunken text-ink-soft",
};

/** The page of an offer; of a promotion or coupon its list, with the record opened. */
export const addressOf = ({ kind, id }: CalendarOffer) =>
  kind === "deal" ? `/manage/deals/${id}` : `/manage/${kind}s?act=${id}`;

/** So many offers have a line of their own; how many more there are is a number. */
const LANES_MAX = 4;

/** The name of a day's button is its date; the list below the month has its offers. The drawn text is not read aloud. */
const DRAWN_TEXT = "before:content-[attr(data-text)]";

/** A title is as long as its stretch of the row, in days. */
const TITLE_WIDTHS = ["w-full", "w-[200%]", "w-[300%]", "w-[400%]", "w-[500%]", "w-[600%]", "w-[700%]"];

interface MonthGridProps {
  offers: readonly DrawnOffer[];
  today: string;
  day: CalendarDate;
  onChoose: (day: CalendarDate) => void;
}

/** The month as a grid: arrow keys go from day to day, Page Up and Page Down from month to month. */
export function MonthGrid({ offers, today, day, onChoose }: MonthGridProps) {
  const t = useTranslations("offers.calendar");
  const lanes = lanesOf(offers);
  const hadFocus = useRef(false);
  const focusDay = (grid: HTMLTableElement | null) => {
    if (hadFocus.current) grid?.querySelector<HTMLElement>("[role=button][tabindex='0']")?.focus();
    if (grid !== null) hadFocus.current = false;
  };
  const moveTo = (date: CalendarDate) => {
    hadFocus.current = document.activeElement?.closest("[role=grid]") != null;
    onChoose(date);
  };
  return (
    <Calendar
      aria-label={t("title")}
      firstDayOfWeek={firstDayOfWeek()}
      value={day}
      onChange={onChoose}
      focusedValue={day}
      onFocusChange={moveTo}
      className="overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
    >
      {/* Buttons of the month before would keep the focus, and have another day: each month has its own, and the focus goes on. */}
      <CalendarGrid
        key={day.toString().slice(0, 7)}
        ref={focusDay}
        weekdayStyle="short"
        className="w-full table-fixed border-collapse"
      >
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className="border-line border-b py-2 font-medium text-ink-soft text-sm">
              {name}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody className="[&_td]:border-line [&_td]:border-b [&_td]:p-0 [&_td]:align-top">
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isOutsideMonth, isSelected }) =>
                cx(
                  "block h-full min-h-36 cursor-pointer pb-1 -outline-offset-2 data-hovered:bg-hover",
                  isOutsideMonth && "invisible",
                  isSelected && "bg-hover",
                )
              }
            >
              {({ formattedDate }) => (
                <DayCell
                  date={date}
                  number={formattedDate}
                  isToday={date.toString() === today}
                  offers={onDay(offers, date.toString())}
                  lanes={lanes}
                />
              )}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

interface DayCellProps {
  date: CalendarDate;
  number: string;
  isToday: boolean;
  offers: readonly DrawnOffer[];
  lanes: ReadonlyMap<string, number>;
}

function DayCell({ date, number, isToday, offers, lanes }: DayCellProps) {
  const t = useTranslations("offers.calendar");
  const rest = offers.filter((offer) => (lanes.get(offer.lane) ?? 0) >= LANES_MAX).length;
  return (
    <>
      <span
        className={cx(
          "figures m-1 grid size-7 place-items-center rounded-full text-sm",
          isToday && "bg-accent font-medium text-accent-ink",
        )}
      >
        {number}
      </span>
      <span aria-hidden className="grid gap-0.5">
        {Array.from({ length: LANES_MAX }, (_, lane) => {
          const offer = offers.find((one) => lanes.get(one.lane) === lane);
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          if (offer === undefined) return <span key={lane} className="h-5" />;
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          return <OfferBar key={lane} offer={offer} date={date} />;
        })}
        {rest > 0 && (
          <span
            data-text={t("more", { count: rest })}
            className={cx(DRAWN_TEXT, "px-1.5 text-start text-ink-soft text-xs")}
          />
        )}
      </span>
    </>
  );
}

/** The day's part of an offer's line. Its title stands once a row. */
function OfferBar({ offer, date }: { offer: DrawnOffer; date: CalendarDate }) {
  const inLanguage = useInLanguage();
  const navigation = useNavigation();
  const { isRowStart, isRowEnd, daysLeft } = placeInRow(date);
  const begins = offer.firstDay === date.toString();
  const ends = offer.lastDay === date.toString();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short way for the mouse; the keyboard takes the link below the month.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <span
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        navigation.push(addressOf(offer));
      }}
      className={cx(
        "relative h-5 cursor-pointer text-start text-xs leading-5",
        TONES[offer.state],
        begins && "ms-1 rounded-s-md",
        ends && "me-1 rounded-e-md",
        isRowEnd && !ends && "border-current border-e-2 border-dotted",
      )}
    >
      {(begins || isRowStart) && (
        <span
          data-text={inLanguage(offer.title)}
          className={cx(
            DRAWN_TEXT,
            "absolute inset-y-0 start-0 z-10 truncate px-1.5",
            TITLE_WIDTHS[Math.min(daysLeft, parseDate(offer.lastDay).compare(date) + 1) - 1],
          )}
        />
      )}
    </span>
  );
}
