"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { PagedList } from "@/components/kit/paged-list";
import type { PagesResult } from "@/components/kit/query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import type { dealPageSchema } from "@/lib/areas/deals/schemas";
import { useSeenDeals } from "./count-looks";
import { DealCard, DealCardSkeleton, dealLinkId } from "./deal-card";
import type { DealsView } from "./deals-view";
import { openedDeal } from "./list-place";

const LAYOUTS: Record<DealsView, string> = {
  cards: "grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4",
  list: "divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card",
};

export interface DealListProps {
  query: PagesResult<typeof dealPageSchema>;
  view: DealsView;
  /** Takes all filters off; null when there are none. */
  onClear: (() => void) | null;
}

/** The deals that were found, with the way to more of them. */
export function DealList({ query, view, onClear }: DealListProps) {
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
