"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LayoutGrid, List, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { askPages } from "@/components/kit/contract";
import { useFilters } from "@/components/kit/use-filters";
import { PageHead } from "@/components/shell/page-head";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Figure } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { deals as api } from "@/lib/areas/deals/contract";
import type { DealFiltersProps } from "./deal-filter-fields";
import { DealList } from "./deal-list";
import { DealSearch } from "./deal-search";
import type { DealsView } from "./deals-view";
import { useDealsView } from "./use-deals-view";

const loadDealFilters = async () => (await import("@/lib/areas/deals/schemas")).dealFiltersSchema;

const FIELDS_TO_COME = ["category", "merchant", "branch", "ratePlan"].map((name) => (
  <Skeleton key={name} className="mt-6.5 h-control" />
));

/** Lists that float are a good part of all script, and the deals can be read without them. */
const DealFilterFields = lazyPart(async () => (await import("./deal-filter-fields")).DealFilterFields, {
  whileLoading: FIELDS_TO_COME,
});

/** The live deals of all merchants, to be looked through at the till. `firstView` is what the device remembers. */
export function DealsPage({ firstView }: { firstView: DealsView }) {
  const t = useTranslations();
  const { filters, change, clear } = useFilters(loadDealFilters);
  const [view, changeView] = useDealsView(firstView);
  const query = useInfiniteQuery({
    ...askPages(api.list, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
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
