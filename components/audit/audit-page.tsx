"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { askPages } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { RowSkeletons } from "@/components/kit/paged-list";
import { useFilters } from "@/components/kit/use-filters";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { useMerchantName } from "@/components/lists/merchant-choice";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Badge } from "@/components/ui/badge";
import { Code, DateTime } from "@/components/ui/format";
import { FIRST_ROWS, useTakenOver } from "@/components/ui/use-taken-over";
import { audit as api } from "@/lib/areas/audit/contract";
import { type AuditFilters, auditFiltersSchema, type ShownEvent } from "@/lib/areas/audit/schemas";
import { inOrder } from "@/lib/areas/audit/words";
import { ActRow } from "./act-row";
import { Clearing, useAuditFields } from "./audit-filter-fields";
import { useEventWords } from "./event-words";

/** The log: every administrative act with what it changed, and every security event. */
export function AuditPage() {
  const t = useTranslations("audit");
  const address = useFilters(auditFiltersSchema);
  const { filters, change } = address;
  const query = useInfiniteQuery(
    askPages(api.list, { query: filters }, { placeholderData: keepPreviousData }),
  );
  const isTakenOver = useTakenOver();
  const list = useList({
    views: "audit",
    label: t("title"),
    address,
    filters: useAuditFields(address),
    query,
    rows: query.data?.pages.flatMap(({ acts, events }) =>
      inOrder(acts, events).map((row) => ({
        id: row.act === null ? `event-${row.event.id}` : `act-${row.act.id}`,
        ...row,
      })),
    ),
    draw: (rows) => (
      <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
        {(isTakenOver ? rows : rows.slice(0, FIRST_ROWS)).map(({ id, act, event }) => (
          <li key={id}>
            {act === null ? <EventRow event={event} /> : <ActRow act={act} onFilter={change} />}
          </li>
        ))}
      </ol>
    ),
    loading: <RowSkeletons className="h-18" />,
    empty: { icon: <SearchX aria-hidden />, none: [t("none")] },
    between: <Clearing filters={filters} change={change} />,
  });
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} actions={<ReportLink filters={filters} />} />
      {list.filters}
      {list.records}
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
