"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus, Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import { DealSearch } from "@/components/deals/deal-search";
import { ask, askPages } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { leaveBy } from "@/components/kit/use-navigation";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskFilters } from "@/lib/areas/deals/desk-schemas";
import { DEAL_STATES, type DealState } from "@/lib/portal/acts/deal-states";
import { DealTable, useDealColumns } from "./deal-table";
import { useDealOrder } from "./use-deal-order";

const loadDeskFilters = async () => (await import("@/lib/areas/deals/desk-schemas")).deskFiltersSchema;

/** All deals of a merchant, or of all merchants for an operator, whatever their state; the whole list can be put in another order. */
export function DealsDeskPage() {
  const t = useTranslations("deals.desk");
  const { user, merchant } = useMe();
  const { filters, isFiltered, ...address } = useFilters(loadDeskFilters);
  const query = useInfiniteQuery({
    ...askPages(api.deskList, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  const view = useListView("deals", loadDeskFilters);
  // A filter leaves out deals between which others would be put.
  const isWhole = Object.keys(filters).every((name) => name === "merchant") && may(user, api.reorder);
  const present = isWhole ? query.data?.pages[0]?.order : null;
  const order = useDealOrder(present ?? [], merchant?.id ?? filters.merchant ?? null);
  const leave = (way: () => void) =>
    leaveBy(() => {
      order.reset();
      way();
    });
  const change: typeof address.change = (...changes) => leave(() => address.change(...changes));
  const clear = () => leave(address.clear);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <LinkButton href="/manage/deals/new" variant="primary">
            <Plus aria-hidden className="me-2 size-5" />
            {t("create")}
          </LinkButton>
        }
      />
      <Filters filters={filters} change={change} />
      <StateChoice
        state={filters.state}
        counts={query.data?.pages.at(-1)?.counts}
        onChange={(state) => change({ state })}
      />
      <ListBar state={view} columns={useDealColumns()}>
        {isFiltered && (
          <Button variant="quiet" size="small" onPress={clear}>
            {t("clearFilters")}
          </Button>
        )}
        <span className="flex-1 max-sm:hidden" />
        <LinkButton href="/manage/deals/answer" variant="quiet">
          <Radio aria-hidden className="me-2 size-4.5 shrink-0" />
          {t("answer.open")}
        </LinkButton>
      </ListBar>
      {order.count > 1 && <p className="mb-3 text-ink-soft text-sm">{t("order.lead")}</p>}
      <DealTable
        query={query}
        view={view}
        order={order.count > 1 ? order : null}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

/** A state, or all of them, with how many deals it has. */
function StateChoice({
  state = "all",
  counts,
  onChange,
}: {
  state: DealState | "all" | undefined;
  counts: Readonly<Record<DealState, number>> | undefined;
  onChange: (state: DealState | undefined) => void;
}) {
  const t = useTranslations("deals.desk");
  const tStates = useTranslations("offers.states");
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="mt-4 mb-4 overflow-x-auto">
      <RadioGroup
        label={t("state")}
        isLabelHidden
        options={(["all", ...DEAL_STATES] as const).map((id) => {
          const count = id === "all" ? all : counts?.[id];
          const name = id === "all" ? t("allStates") : tStates(id);
          return { id, label: count === undefined ? name : t("counted", { name, count }) };
        })}
        value={state}
        onChange={(id) => onChange(id === "all" ? undefined : id)}
      />
    </div>
  );
}

const ALL = 0;

function Filters({
  filters,
  change,
}: {
  filters: DeskFilters;
  change: (changes: DeskFilters, options?: { replaces: boolean }) => void;
}) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const { data: choices } = useQuery({ ...ask(api.filters), refetchOnWindowFocus: true });
  const isOperator = useMe().merchant === null;
  const text = filters.text ?? "";
  const named = (items: readonly { id: number; name: { en: string; ar: string } }[] = []) =>
    items.map(({ id, name }) => ({ id, label: inLanguage(name) }));
  return (
    <search aria-label={t("filters")} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="sm:max-xl:col-span-2">
        <DealSearch
          value={text}
          onSearch={(typed) =>
            change({ text: typed || undefined }, { replaces: text !== "" && typed !== "" })
          }
        />
      </div>
      {isOperator && (
        <Select
          label={t("merchant")}
          options={[{ id: ALL, label: t("allMerchants") }, ...named(choices?.merchants)]}
          value={filters.merchant ?? ALL}
          onChange={(id) => change({ merchant: id || undefined })}
        />
      )}
      <Select
        label={t("category")}
        options={[{ id: ALL, label: t("allCategories") }, ...named(choices?.categories)]}
        value={filters.category ?? ALL}
        onChange={(id) => change({ category: id || undefined })}
      />
      <Select
        label={t("ends")}
        options={[
          { id: "", label: t("endsAny") },
          { id: "week", label: t("endsWeek") },
        ]}
        value={filters.ends ?? ""}
        onChange={(id) => change({ ends: id === "week" ? id : undefined })}
      />
    </search>
  );
}
