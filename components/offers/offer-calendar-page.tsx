"use client";

import { type CalendarDate, endOfMonth, parseDate } from "@internationalized/date";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Day } from "@/components/ui/format";
import { IconButton } from "@/components/ui/icon-button";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import { offers as api } from "@/lib/areas/offers/contract";
import {
  type CalendarOffer,
  OFFER_KINDS,
  type OfferCalendar,
  type OfferCalendarRequest,
  offerCalendarRequestSchema,
} from "@/lib/areas/offers/schemas";
import { isolated } from "@/lib/platform/writing/writer";
import { onDay } from "./calendar-lanes";
import { addressOf, type DrawnOffer, MonthGrid, NO_LAST_DAY } from "./month-grid";
import { OfferState } from "./offer-state";

/** Deals, promotions and coupons of a month, and of each of its days. */
export function OfferCalendarPage() {
  const t = useTranslations("offers.calendar");
  const { filters, change } = useFilters(offerCalendarRequestSchema);
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
        <MonthGrid offers={offers} today={today} day={day} onChoose={choose} />
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
