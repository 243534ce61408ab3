"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { type Address, useFilters } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { leaveBy } from "@/components/kit/use-navigation";
import { PageHead } from "@/components/shell/page-head";
import { LinkButton } from "@/components/ui/link-button";
import { RadioGroup } from "@/components/ui/radio-group";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import { type DeskFilters, deskFiltersSchema } from "@/lib/areas/deals/desk-schemas";
import { DEAL_STATES, type DealState } from "@/lib/portal/acts/deal-states";
import { useDealList } from "./deal-table";
import { useDealOrder } from "./use-deal-order";

/** All deals of a merchant, or of all merchants for an operator, whatever their state; the whole list can be put in another order. */
export function DealsDeskPage() {
  const t = useTranslations("deals.desk");
  const { user, merchant } = useMe();
  const { change, clear, ...known } = useFilters(deskFiltersSchema);
  const { filters } = known;
  const query = useInfiniteQuery(
    askPages(
      api.deskList,
      { query: filters },
      { placeholderData: keepPreviousData, follows: 60, refetchOnWindowFocus: true },
    ),
  );
  // A filter leaves out deals between which others would be put.
  const isWhole = Object.keys(filters).every((name) => name === "merchant") && may(user, api.reorder);
  const present = isWhole ? query.data?.pages[0]?.order : null;
  const order = useDealOrder(present ?? [], merchant?.id ?? filters.merchant ?? null);
  const leave = (way: () => void) =>
    leaveBy(() => {
      order.reset();
      way();
    });
  const address: typeof known & Pick<Address<DeskFilters>, "change" | "clear"> = {
    ...known,
    change: (...changes) => leave(() => change(...changes)),
    clear: () => leave(clear),
  };
  const list = useDealList({ query, address, order: order.count > 1 ? order : null });
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
      {list.filters}
      <StateChoice
        state={filters.state}
        counts={query.data?.pages.at(-1)?.counts}
        onChange={(state) => address.change({ state })}
      />
      {list.records}
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
