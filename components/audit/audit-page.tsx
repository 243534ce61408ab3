"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { askPages } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { PagedList, RowSkeletons } from "@/components/kit/paged-list";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { ListBar } from "@/components/lists/list-bar";
import { useListView } from "@/components/lists/use-list-view";
import { useMerchantName } from "@/components/merchants/merchant-choice";
import { PageHead } from "@/components/shell/page-head";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code, DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { FIRST_ROWS, useTakenOver } from "@/components/ui/use-taken-over";
import { audit as api } from "@/lib/areas/audit/contract";
import type { AuditFilters, ShownEvent } from "@/lib/areas/audit/schemas";
import { inOrder } from "@/lib/areas/audit/words";
import { ActRow } from "./act-row";
import { AuditFilterFields } from "./audit-filter-fields";
import { useEventWords } from "./event-words";

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
  return <FileLink href={`/api/portal/${api.report.path}?${parameters}`}>{t("download")}</FileLink>;
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

/** One event: what, who, when, and from where. */
function EventRow({ event }: { event: ShownEvent }) {
  const t = useTranslations("security");
  const words = useEventWords();
  const inLanguage = useInLanguage();
  const { merchant } = useMe();
  const merchantName = useMerchantName();
  const { user, subject, branch, client, ipAddress, device } = event;
  const facts: [name: string | null, value: ReactNode][] = [
    [t("address"), ipAddress && <Code>{ipAddress}</Code>],
    [t("device"), device && <bdi>{device}</bdi>],
    [t("branch"), branch && <bdi>{inLanguage(branch)}</bdi>],
    [t("client"), client && <bdi>{client}</bdi>],
    [t("merchant"), merchant === null && event.merchantId && <bdi>{merchantName(event.merchantId)}</bdi>],
    ...Object.entries(event.details).map(([name, value]): [string | null, ReactNode] => [
      words.detail(name),
      <bdi key={name}>{words.value(value)}</bdi>,
    ]),
  ];
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 max-sm:grid-cols-1 sm:px-5">
      <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {words.kind(event.kind)}
        {subject?.name && <bdi className="min-w-0 break-words font-normal">{inLanguage(subject.name)}</bdi>}
        {event.isGrave && (
          <Badge tone="danger">
            <ShieldAlert aria-hidden className="size-4" />
            {t("grave")}
          </Badge>
        )}
      </h2>
      <DateTime value={event.at} className="text-ink-soft text-sm" />
      <p className="text-ink-soft text-sm sm:col-span-2">
        <bdi>{user?.name ?? t(event.kind.startsWith("state.") ? "service" : "nobody")}</bdi>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm sm:col-span-2">
        {facts
          .filter(([name, value]) => name !== null && value)
          .map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt>{name}:</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
}
