"use client";

import { type CalendarDate, endOfMonth, getDayOfWeek, parseDate } from "@internationalized/date";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { useDealTitle } from "@/components/deals/deal-words";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Day } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DealCalendar } from "@/lib/areas/deals/desk-schemas";
import type { DealState } from "@/lib/portal/acts/deal-states";
import { BackToDesk } from "./back-to-desk";
import { lanesOf, onDay } from "./calendar-lanes";
import { DealStateBadge } from "./deal-state";

const loadDealCalendarRequest = async () =>
  (await import("@/lib/areas/deals/desk-schemas")).dealCalendarRequestSchema;

const ALL = 0;

/** Deals of a month, and of each of its days. */
export function DealCalendarPage() {
  const t = useTranslations("deals.desk.calendar");
  const tDeals = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const isOperator = useMe().merchant === null;
  const { filters, change } = useFilters(loadDealCalendarRequest);
  const { data: choices } = useQuery({
    ...ask(api.filters),
    refetchOnWindowFocus: true,
    enabled: isOperator,
  });
  const query = useQuery({
    ...ask(api.calendar, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  return (
    <>
      <BackToDesk />
      <PageHead title={t("title")} lead={t("lead")} />
      {isOperator && (
        <Select
          label={tDeals("merchant")}
          options={[
            { id: ALL, label: tDeals("allMerchants") },
            ...(choices?.merchants ?? []).map(({ id, name }) => ({ id, label: inLanguage(name) })),
          ]}
          value={filters.merchant ?? ALL}
          onChange={(id) => change({ merchant: id || undefined })}
          className="mb-5 max-w-sm"
        />
      )}
      <QueryState query={query} loading={<Skeleton className="h-[32rem] w-full rounded-2xl" />}>
        {(calendar) => (
          <Month
            calendar={calendar}
            firstMonth={filters.month ?? calendar.today.slice(0, 7)}
            // Leafing through months is one step back.
            onMonth={(month) =>
              change(
                { month: month === calendar.today.slice(0, 7) ? undefined : month },
                { replaces: monthOfAddress() !== null },
              )
            }
          />
        )}
      </QueryState>
    </>
  );
}

const monthOfAddress = () => new URLSearchParams(window.location.search).get("month");

/** The day of a month that is chosen first. */
const dayIn = (month: string, today: string) => parseDate(today.startsWith(month) ? today : `${month}-01`);

interface MonthProps {
  calendar: DealCalendar;
  firstMonth: string;
  onMonth: (month: string) => void;
}

/**
 * The month is that of the chosen day, at once: the address follows, and what is live in it is fetched. Were it the other way round, a key
 * that is pressed before the address has changed would move a day of the month before.
 */
function Month({ calendar, firstMonth, onMonth }: MonthProps) {
  const { today } = calendar;
  const [day, setDay] = useState(() => dayIn(firstMonth, today));
  const month = day.toString().slice(0, 7);
  useEffect(() => {
    // The browser's own ways back and forth.
    const follow = () => {
      const wanted = monthOfAddress() ?? today.slice(0, 7);
      setDay((before) => (before.toString().startsWith(wanted) ? before : dayIn(wanted, today)));
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [today]);
  const choose = (date: CalendarDate) => {
    setDay(date);
    const chosen = date.toString().slice(0, 7);
    if (chosen !== month) onMonth(chosen);
  };
  const leaf = (months: number) => choose(parseDate(`${month}-01`).add({ months }));
  const deals = calendar.deals.filter(
    ({ firstDay, lastDay }) => firstDay <= endOfMonth(day).toString() && lastDay >= `${month}-01`,
  );
  return (
    <>
      <MonthHead month={month} onLeaf={leaf} onToday={() => choose(parseDate(today))} />
      <div className="max-md:hidden">
        <MonthGrid deals={deals} today={today} day={day} onDay={choose} />
        <DayPanel deals={onDay(deals, day.toString())} day={day.toString()} />
      </div>
      <div className="md:hidden">
        <DealList deals={deals} />
      </div>
    </>
  );
}

function MonthHead({
  month,
  onLeaf,
  onToday,
}: {
  month: string;
  onLeaf: (months: number) => void;
  onToday: () => void;
}) {
  const t = useTranslations("deals.desk.calendar");
  const tUi = useTranslations("ui");
  const title = useFormatter().dateTime(new Date(`${month}-01T00:00:00Z`), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton icon={ChevronLeft} label={tUi("previousMonth")} isMirrored onPress={() => onLeaf(-1)} />
      <h2 aria-live="polite" className="min-w-40 text-center font-semibold text-lg">
        {title}
      </h2>
      <IconButton icon={ChevronRight} label={tUi("nextMonth")} isMirrored onPress={() => onLeaf(1)} />
      <Button size="small" onPress={onToday}>
        {t("today")}
      </Button>
    </div>
  );
}

type CalendarDeal = DealCalendar["deals"][number];

const TONES: Readonly<Record<DealState, string>> = {
  draft: "bg-sunken text-ink-soft",
  scheduled: "bg-accent-soft text-accent-soft-ink",
  live: "bg-success-soft text-success-soft-ink",
  paused: "bg-warning-soft text-warning-soft-ink",
  ended: "bg-sunken text-ink-soft",
};

/** So many deals have a line of their own; how many more there are is a number. */
const LANES_MAX = 4;

/** The name of a day's button is its date; the list below the month has its deals. The drawn text is not read aloud. */
const DRAWN_TEXT = "before:content-[attr(data-text)]";

/** A title is as long as its stretch of the row, in days. */
const TITLE_WIDTHS = ["w-full", "w-[200%]", "w-[300%]", "w-[400%]", "w-[500%]", "w-[600%]", "w-[700%]"];

/** How many days of the row are left from a day on, until a last one or the end of the month. */
function daysInRow(date: CalendarDate, lastDay: string, locale: string): number {
  const leftInRow = 7 - getDayOfWeek(date, locale);
  const leftInMonth = endOfMonth(date).day - date.day + 1;
  const leftOfDeal = parseDate(lastDay).compare(date) + 1;
  return Math.min(leftInRow, leftInMonth, leftOfDeal);
}

/** The month as a grid: arrow keys go from day to day, Page Up and Page Down from month to month. */
function MonthGrid({
  deals,
  today,
  day,
  onDay: choose,
}: {
  deals: readonly CalendarDeal[];
  today: string;
  day: CalendarDate;
  onDay: (day: CalendarDate) => void;
}) {
  const t = useTranslations("deals.desk.calendar");
  const lanes = lanesOf(deals);
  return (
    <Calendar
      aria-label={t("title")}
      value={day}
      onChange={choose}
      focusedValue={day}
      onFocusChange={choose}
      className="overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
    >
      <CalendarGrid weekdayStyle="short" className="w-full table-fixed border-collapse">
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
                  deals={onDay(deals, date.toString())}
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

function DayCell({
  date,
  number,
  isToday,
  deals,
  lanes,
}: {
  date: CalendarDate;
  number: string;
  isToday: boolean;
  deals: readonly CalendarDeal[];
  lanes: ReadonlyMap<number, number>;
}) {
  const t = useTranslations("deals.desk.calendar");
  const dealTitle = useDealTitle();
  const locale = useLocale();
  const day = date.toString();
  const isRowStart = date.day === 1 || getDayOfWeek(date, locale) === 0;
  const isRowEnd = getDayOfWeek(date, locale) === 6 || endOfMonth(date).day === date.day;
  const rest = deals.filter(({ id }) => (lanes.get(id) ?? 0) >= LANES_MAX).length;
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
          const deal = deals.find(({ id }) => lanes.get(id) === lane);
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          if (deal === undefined) return <span key={lane} className="h-5" />;
          const begins = deal.firstDay === day;
          const ends = deal.lastDay === day;
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
              key={lane}
              className={cx(
                "relative h-5 text-start text-xs leading-5",
                TONES[deal.state],
                begins && "ms-1 rounded-s-md",
                ends && "me-1 rounded-e-md",
                isRowEnd && !ends && "border-current border-e-2 border-dotted",
              )}
            >
              {(begins || isRowStart) && (
                <span
                  data-text={dealTitle(deal)}
                  className={cx(
                    DRAWN_TEXT,
                    "absolute inset-y-0 start-0 z-10 truncate px-1.5",
                    TITLE_WIDTHS[daysInRow(date, deal.lastDay, locale) - 1],
                  )}
                />
              )}
            </span>
          );
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

/** Deals of the day that the keyboard or a press has chosen. */
function DayPanel({ deals, day }: { deals: readonly CalendarDeal[]; day: string }) {
  const t = useTranslations("deals.desk.calendar");
  return (
    <section className="mt-5">
      <div role="status" className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold text-lg">
          <Day value={day} />
        </h3>
        <span className="text-ink-soft">{t("count", { count: deals.length })}</span>
      </div>
      {deals.length > 0 && <DealList deals={deals} />}
    </section>
  );
}

function DealList({ deals }: { deals: readonly CalendarDeal[] }) {
  const t = useTranslations("deals.desk.calendar");
  const inLanguage = useInLanguage();
  const dealTitle = useDealTitle();
  const isOperator = useMe().merchant === null;
  if (deals.length === 0) return <EmptyState title={t("none")}>{t("noneText")}</EmptyState>;
  return (
    <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
      {deals.map((deal) => (
        <li key={deal.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <span className="min-w-0 flex-1 basis-48">
            <Link
              href={`/manage/deals/${deal.id}`}
              className="inline-block py-1 font-medium underline-offset-4 hover:underline"
            >
              <bdi>{dealTitle(deal)}</bdi>
            </Link>
            {isOperator && (
              <bdi className="block text-ink-soft text-sm">{inLanguage(deal.merchant.name)}</bdi>
            )}
          </span>
          <span className="text-ink-soft text-sm">
            <Day value={deal.firstDay} /> – <Day value={deal.lastDay} />
          </span>
          <DealStateBadge state={deal.state} />
        </li>
      ))}
    </ul>
  );
}
