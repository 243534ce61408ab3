"use client";

import { type CalendarDate, endOfMonth, parseDate } from "@internationalized/date";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { useNavigation } from "@/components/kit/use-navigation";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { firstDayOfWeek } from "@/components/ui/first-day";
import { Day } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { isolated } from "@/components/wallet/use-amounts";
import { offers as api } from "@/lib/areas/offers/contract";
import {
  type CalendarOffer,
  OFFER_KINDS,
  type OfferCalendar,
  type OfferCalendarRequest,
} from "@/lib/areas/offers/schemas";
import type { DealState } from "@/lib/portal/acts/deal-states";
import { lanesOf, onDay, placeInRow } from "./calendar-lanes";
import { OfferState } from "./offer-state";

const loadCalendarRequest = async () =>
  (await import("@/lib/areas/offers/schemas")).offerCalendarRequestSchema;

/** Deals, promotions and coupons of a month, and of each of its days. */
export function OfferCalendarPage() {
  const t = useTranslations("offers.calendar");
  const { filters, change } = useFilters(loadCalendarRequest);
  const query = useQuery({
    ...ask(api.calendar, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <QueryState query={query} loading={<Skeleton className="h-[32rem] w-full rounded-2xl" />}>
        {(calendar) => (
          <>
            <Filters calendar={calendar} filters={filters} change={change} />
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
          </>
        )}
      </QueryState>
    </>
  );
}

function Filters({
  calendar: { merchants, branches },
  filters: { kind, merchant, branch },
  change,
}: {
  calendar: OfferCalendar;
  filters: OfferCalendarRequest;
  change: (changes: OfferCalendarRequest) => void;
}) {
  const t = useTranslations();
  const inLanguage = useInLanguage();
  const choices = (named: readonly { id: number; name: { en: string; ar: string } }[]) =>
    named.map(({ id, name }) => ({ id, label: inLanguage(name) }));
  const shown = branches.filter(({ merchantId }) => merchant === undefined || merchantId === merchant);
  return (
    <search className="mb-5 grid gap-3 sm:grid-cols-3">
      <FilterSelect
        label={t("offers.calendar.kind")}
        any={t("offers.calendar.allKinds")}
        options={OFFER_KINDS.map((id) => ({ id, label: t(`offers.kinds.${id}`) }))}
        value={kind}
        onChange={(kind) => change({ kind })}
      />
      {merchants.length > 0 && (
        <FilterSelect
          label={t("offers.calendar.merchant")}
          any={t("offers.calendar.allMerchants")}
          options={choices(merchants)}
          value={merchant}
          onChange={(merchant) => change({ merchant, branch: undefined })}
        />
      )}
      <FilterSelect
        label={t("offers.calendar.branch")}
        any={t("offers.calendar.allBranches")}
        options={choices(shown)}
        value={branch}
        onChange={(branch) => change({ branch })}
      />
    </search>
  );
}

const monthOfAddress = () => new URLSearchParams(window.location.search).get("month");

/** The day of a month that is chosen first. */
const dayIn = (month: string, today: string) => parseDate(today.startsWith(month) ? today : `${month}-01`);

interface MonthProps {
  calendar: OfferCalendar;
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
  const offers = calendar.offers
    .map((offer) => ({ ...offer, lastDay: offer.lastDay ?? NO_LAST_DAY, lane: `${offer.kind} ${offer.id}` }))
    .filter(({ firstDay, lastDay }) => firstDay <= endOfMonth(day).toString() && lastDay >= `${month}-01`);
  return (
    <>
      <MonthHead month={month} onLeaf={leaf} onToday={() => choose(parseDate(today))} />
      <div className="max-md:hidden">
        <MonthGrid offers={offers} today={today} day={day} onDay={choose} />
        <DayPanel offers={onDay(offers, day.toString())} day={day.toString()} />
      </div>
      <div className="md:hidden">
        <OfferList offers={offers} />
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
  const t = useTranslations("offers.calendar");
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

/** An offer that the calendar draws: one without a last day ends far beyond each month. */
type DrawnOffer = CalendarOffer & { lastDay: string; lane: string };
const NO_LAST_DAY = "9999-12-31";

const TONES: Readonly<Record<DealState, string>> = {
  draft: "bg-sunken text-ink-soft",
  scheduled: "bg-accent-soft text-accent-soft-ink",
  live: "bg-success-soft text-success-soft-ink",
  paused: "bg-warning-soft text-warning-soft-ink",
  ended: "bg-sunken text-ink-soft",
};

/** The page of an offer; of a promotion or coupon its list, with the record opened. */
const addressOf = ({ kind, id }: CalendarOffer) =>
  kind === "deal" ? `/manage/deals/${id}` : `/manage/${kind}s?act=${id}`;

/** So many offers have a line of their own; how many more there are is a number. */
const LANES_MAX = 4;

/** The name of a day's button is its date; the list below the month has its offers. The drawn text is not read aloud. */
const DRAWN_TEXT = "before:content-[attr(data-text)]";

/** A title is as long as its stretch of the row, in days. */
const TITLE_WIDTHS = ["w-full", "w-[200%]", "w-[300%]", "w-[400%]", "w-[500%]", "w-[600%]", "w-[700%]"];

/** The month as a grid: arrow keys go from day to day, Page Up and Page Down from month to month. */
function MonthGrid({
  offers,
  today,
  day,
  onDay: choose,
}: {
  offers: readonly DrawnOffer[];
  today: string;
  day: CalendarDate;
  onDay: (day: CalendarDate) => void;
}) {
  const t = useTranslations("offers.calendar");
  const lanes = lanesOf(offers);
  const hadFocus = useRef(false);
  const focusDay = (grid: HTMLTableElement | null) => {
    if (hadFocus.current) grid?.querySelector<HTMLElement>("[role=button][tabindex='0']")?.focus();
    if (grid !== null) hadFocus.current = false;
  };
  const moveTo = (date: CalendarDate) => {
    hadFocus.current = document.activeElement?.closest("[role=grid]") != null;
    choose(date);
  };
  return (
    <Calendar
      aria-label={t("title")}
      firstDayOfWeek={firstDayOfWeek()}
      value={day}
      onChange={choose}
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

function DayCell({
  date,
  number,
  isToday,
  offers,
  lanes,
}: {
  date: CalendarDate;
  number: string;
  isToday: boolean;
  offers: readonly DrawnOffer[];
  lanes: ReadonlyMap<string, number>;
}) {
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

/** Rows of a day: the month above them takes a screen and a half. */
const UNDER_MONTH = 10;

/** Offers of the day that the keyboard or a press has chosen. */
function DayPanel({ offers, day }: { offers: readonly DrawnOffer[]; day: string }) {
  const t = useTranslations("offers.calendar");
  return (
    <section className="mt-5">
      <div role="status" className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold text-lg">
          <Day value={day} />
        </h3>
        <span className="text-ink-soft">{t("count", { count: offers.length })}</span>
      </div>
      {offers.length > 0 && <OfferList offers={offers} step={UNDER_MONTH} />}
    </section>
  );
}

function OfferList({ offers, step }: { offers: readonly DrawnOffer[]; step?: number }) {
  const t = useTranslations("offers.calendar");
  const { shown, more } = useMoreRows(offers, step);
  if (offers.length === 0) return <EmptyState title={t("none")}>{t("noneText")}</EmptyState>;
  return (
    <>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
        {shown.map((offer) => (
          <OfferRow key={offer.lane} offer={offer} />
        ))}
      </ul>
      {more}
    </>
  );
}

function OfferRow({ offer }: { offer: DrawnOffer }) {
  const t = useTranslations("offers");
  const inLanguage = useInLanguage();
  const names = (texts: CalendarOffer["rivals"]) =>
    texts.map((text) => isolated(inLanguage(text))).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <span className="min-w-0 flex-1 basis-48">
        <Link
          href={addressOf(offer)}
          className="inline-block py-1 font-medium underline-offset-4 hover:underline"
        >
          <bdi>{inLanguage(offer.title)}</bdi>
        </Link>
        <span className="block text-ink-soft text-sm">
          {t(`kinds.${offer.kind}`)} ·{" "}
          <bdi>{offer.merchant === null ? t("calendar.programme") : inLanguage(offer.merchant)}</bdi>
        </span>
        {offer.rivals.length > 0 && (
          <span className="block text-ink-soft text-sm">
            {t("calendar.meets", { names: names(offer.rivals) })}
          </span>
        )}
        {offer.addedTo.length > 0 && (
          <span className="block text-ink-soft text-sm">
            {t("calendar.addsUp", { names: names(offer.addedTo) })}
          </span>
        )}
      </span>
      <span className="text-ink-soft text-sm">
        <Day value={offer.firstDay} /> –{" "}
        {offer.lastDay === NO_LAST_DAY ? t("calendar.openEnd") : <Day value={offer.lastDay} />}
      </span>
      <OfferState state={offer.state} />
    </li>
  );
}
