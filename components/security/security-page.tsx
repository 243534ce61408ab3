"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import { useFilters } from "@/components/kit/use-filters";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { FIRST_ROWS, useTakenOver } from "@/components/ui/use-taken-over";
import { security as api } from "@/lib/areas/security/contract";
import type { SecurityFilters } from "@/lib/areas/security/schemas";
import { EventRow } from "./event-row";
import { SecurityFilterFields } from "./security-filter-fields";

const loadSecurityFilters = async () => (await import("@/lib/areas/security/schemas")).securityFiltersSchema;

export function SecurityPage() {
  const t = useTranslations("security");
  const { filters, change, clear, isFiltered } = useFilters(loadSecurityFilters);
  const view = useListView("security", loadSecurityFilters);
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <SecurityFilterFields filters={filters} change={change} />
      <ListBar state={view} />
      <Events filters={filters} isFiltered={isFiltered} onClear={clear} />
    </>
  );
}

function Events({
  filters,
  isFiltered,
  onClear,
}: {
  filters: SecurityFilters;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const t = useTranslations("security");
  const query = useInfiniteQuery(
    askPages(api.list, { query: filters }, { placeholderData: keepPreviousData }),
  );
  const isTakenOver = useTakenOver();
  return (
    <PagedList
      query={query}
      rows={query.data?.pages.flatMap((page) => page.events)}
      loading={<RowSkeletons className="h-18" />}
      empty={
        <Card>
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("none")}
            actions={isFiltered && <Button onPress={onClear}>{t("clearFilters")}</Button>}
          />
        </Card>
      }
    >
      {(events) => (
        <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
          {(isTakenOver ? events : events.slice(0, FIRST_ROWS)).map((event) => (
            <li key={event.id}>
              <EventRow event={event} />
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
