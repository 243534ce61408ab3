"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LayoutGrid, List, SearchX, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { askPages } from "@/components/kit/contract";
import { rememberChoice, useDeviceChoice } from "@/components/kit/device-choice";
import { PagedList } from "@/components/kit/paged-list";
import type { PagesResult } from "@/components/kit/query";
import { useFilters } from "@/components/kit/use-filters";
import { PageHead } from "@/components/shell/page-head";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Figure } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { EmptyState } from "@/components/ui/states";
import { deals as api } from "@/lib/areas/deals/contract";
import { dealFiltersSchema, type dealPageSchema } from "@/lib/areas/deals/schemas";
import { useSeenDeals } from "./count-looks";
import { DealCard, DealCardSkeleton, dealLinkId } from "./deal-card";
import type { DealFiltersProps } from "./deal-filter-fields";
import { DealFilterFields } from "./deal-filter-fields";
import { DealSearch } from "./deal-search";
import { DEALS_VIEW_COOKIE, type DealsView, readDealsView } from "./deals-view";
import { openedDeal } from "./list-place";

/** The live deals of all merchants, to be looked through at the till. `firstView` is what the device remembers. */
export function DealsPage({ firstView }: { firstView: DealsView }) {
  const t = useTranslations();
  const { filters, change, clear } = useFilters(dealFiltersSchema);
  const view = readDealsView(useDeviceChoice(DEALS_VIEW_COOKIE, firstView));
  const changeView = (chosen: DealsView) => rememberChoice(DEALS_VIEW_COOKIE, chosen);
  const query = useInfiniteQuery(
    askPages(
      api.list,
      { query: filters },
      { placeholderData: keepPreviousData, follows: 60, refetchOnWindowFocus: true },
    ),
  );
  const total = query.data?.pages.at(-1)?.total;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  useShortcut({
    keys: ["V"],
    label: t("deals.browse.switchView"),
    onUse: () => changeView(view === "cards" ? "list" : "cards"),
  });
  return (
    <>
      <PageHead title={t("pages.deals")} lead={t("deals.browse.lead")} />
      <DealTools filters={filters} change={change} />
      <div className="mt-5 mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3">
          <p role="status" className="font-medium">
            {total !== undefined && t("deals.browse.count", { count: total })}
          </p>
          {isFiltered && (
            <Button variant="quiet" size="small" onPress={clear}>
              {t("deals.browse.clearFilters")}
            </Button>
          )}
        </div>
        <RadioGroup
          label={t("deals.browse.view")}
          isLabelHidden
          options={[
            { id: "cards", label: t("deals.browse.cards"), icon: LayoutGrid },
            { id: "list", label: t("deals.browse.list"), icon: List },
          ]}
          value={view}
          onChange={changeView}
        />
      </div>
      <DealList query={query} view={view} onClear={isFiltered ? clear : null} />
    </>
  );
}

/** The search and the other filters, which a phone shows when asked. */
function DealTools({ filters, change }: DealFiltersProps) {
  const t = useTranslations("deals.browse");
  const fieldsId = useId();
  const [isOpen, setOpen] = useState(false);
  const { text = "", ...others } = filters;
  const count = Object.values(others).filter((value) => value !== undefined).length;
  return (
    <search
      aria-label={t("filters")}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 md:grid-cols-4 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
    >
      <div className="md:max-lg:col-span-4">
        <DealSearch
          value={text}
          onSearch={(typed) =>
            // Refining a search is one step back, not as many as there were rests in the typing.
            change({ text: typed || undefined }, { replaces: text !== "" && typed !== "" })
          }
        />
      </div>
      <Button
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        aria-label={count === 0 ? t("filters") : t("filtersActive", { count })}
        onPress={() => setOpen(!isOpen)}
        className="md:hidden"
      >
        <span className="max-[26rem]:sr-only">{t("filters")}</span>
        {count > 0 && <Figure value={count} />}
      </Button>
      <div
        id={fieldsId}
        className={cx(
          "col-span-2 grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:contents",
          !isOpen && "max-md:hidden",
        )}
      >
        <DealFilterFields filters={filters} change={change} />
      </div>
    </search>
  );
}

const LAYOUTS: Record<DealsView, string> = {
  cards: "grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4",
  list: "divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card",
};

interface DealListProps {
  query: PagesResult<typeof dealPageSchema>;
  view: DealsView;
  /** Takes all filters off; null when there are none. */
  onClear: (() => void) | null;
}

/** The deals that were found, with the way to more of them. */
function DealList({ query, view, onClear }: DealListProps) {
  const t = useTranslations();
  const deals = query.data?.pages.flatMap((page) => page.deals);
  const { nextFocus } = useFocusInList(deals);
  useSeenDeals(deals?.map(({ id }) => id) ?? []);
  return (
    <PagedList
      query={query}
      rows={deals}
      loading={<DealSkeletons view={view} />}
      empty={<NoDeals onClear={onClear} />}
      moreLabel={t("deals.browse.showMore")}
      onMore={() => {
        nextFocus.current = deals?.length ?? 0;
      }}
    >
      {(shown) => (
        <ul className={LAYOUTS[view]}>
          {shown.map((deal, place) => (
            <li key={deal.id}>
              <DealCard deal={deal} view={view} place={place} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** Gives the focus back to the deal that was opened, and on to the first of those that were asked for in addition. */
function useFocusInList(deals: readonly { id: number }[] | undefined) {
  const nextFocus = useRef<number | null>(null);
  useEffect(() => {
    const dealId = openedDeal();
    if (dealId !== null) focusDeal(dealId);
  }, []);
  useEffect(() => {
    const next = nextFocus.current === null ? undefined : deals?.[nextFocus.current];
    if (next === undefined) return;
    nextFocus.current = null;
    focusDeal(next.id);
  }, [deals]);
  return { nextFocus };
}

function focusDeal(dealId: number): void {
  document.getElementById(dealLinkId(dealId))?.focus();
}

function NoDeals({ onClear }: Pick<DealListProps, "onClear">) {
  const t = useTranslations("deals.browse");
  if (onClear === null) return <EmptyState title={t("noneLive")}>{t("noneLiveText")}</EmptyState>;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t("noneFound")}
      actions={<Button onPress={onClear}>{t("clearFilters")}</Button>}
    >
      {t("noneFoundText")}
    </EmptyState>
  );
}

const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function DealSkeletons({ view }: { view: DealsView }) {
  return (
    <div className={LAYOUTS[view]}>
      {SKELETONS.map((key) => (
        <DealCardSkeleton key={key} view={view} />
      ))}
    </div>
  );
}
