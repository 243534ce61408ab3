"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import { useFilters } from "@/components/kit/use-filters";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/states";
import { FIRST_ROWS, useTakenOver } from "@/components/ui/use-taken-over";
import { audit as api } from "@/lib/areas/audit/contract";
import type { AuditFilters } from "@/lib/areas/audit/schemas";
import { inOrder } from "@/lib/areas/audit/words";
import { ActRow } from "./act-row";
import { AuditFilterFields } from "./audit-filter-fields";
import { EventRow } from "./event-row";

const loadAuditFilters = async () => (await import("@/lib/areas/audit/schemas")).auditFiltersSchema;

/** The log: every administrative act with what it changed, and every security event. */
export function AuditPage() {
  const t = useTranslations("audit");
  const { filters, change, clear, isFiltered } = useFilters(loadAuditFilters);
  const view = useListView("audit", loadAuditFilters);
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} actions={<ReportLink filters={filters} />} />
      <AuditFilterFields filters={filters} change={change} />
      <ListBar state={view} />
      <Acts filters={filters} isFiltered={isFiltered} onFilter={change} onClear={clear} />
    </>
  );
}

function ReportLink({ filters }: { filters: AuditFilters }) {
  const t = useTranslations("audit");
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) parameters.set(name, String(value));
  return (
    <a
      href={`/api/portal/${api.report.path}?${parameters}`}
      download
      className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, "min-h-control gap-2 px-4")}
    >
      <Download aria-hidden className="size-4.5" />
      {t("download")}
    </a>
  );
}

interface ActsProps {
  filters: AuditFilters;
  isFiltered: boolean;
  onFilter: (changes: AuditFilters) => void;
  onClear: () => void;
}

function Acts({ filters, isFiltered, onFilter, onClear }: ActsProps) {
  const t = useTranslations("audit");
  const query = useInfiniteQuery(
    askPages(api.list, { query: filters }, { placeholderData: keepPreviousData }),
  );
  const isTakenOver = useTakenOver();
  return (
    <PagedList
      query={query}
      rows={query.data?.pages.flatMap(({ acts, events }) => inOrder(acts, events))}
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
      {(rows) => (
        <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
          {(isTakenOver ? rows : rows.slice(0, FIRST_ROWS)).map(({ act, event }) =>
            act === null ? (
              <li key={`event-${event.id}`}>
                <EventRow event={event} />
              </li>
            ) : (
              <li key={`act-${act.id}`}>
                <ActRow act={act} onFilter={onFilter} />
              </li>
            ),
          )}
        </ol>
      )}
    </PagedList>
  );
}
