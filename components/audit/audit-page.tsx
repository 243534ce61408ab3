"use client";

import { Download, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { toPortalError } from "@/components/kit/error";
import { useAddress } from "@/components/kit/use-address";
import { useErrorText } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { type AuditFilters, readAuditFilters } from "@/lib/areas/audit/schemas";
import { ActRow } from "./act-row";
import { AuditFilterFields } from "./audit-filter-fields";
import { useAudit } from "./queries";

/** Every administrative act: who, what, when, from where, and what it changed. */
export function AuditPage() {
  const t = useTranslations("audit");
  const { get, change } = useAddress();
  const filters = readAuditFilters({ get });
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} actions={<ReportLink filters={filters} />} />
      <AuditFilterFields filters={filters} change={change} />
      <Acts
        filters={filters}
        onFilter={change}
        onClear={() => {
          const none = Object.keys(filters).map((name) => [name, undefined] as const);
          change(Object.fromEntries(none));
        }}
      />
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
      href={`/api/portal/manage/audit/report?${parameters}`}
      download
      className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, "min-h-control gap-2 px-4")}
    >
      <Download aria-hidden className="size-4.5" />
      {t("download")}
    </a>
  );
}

const SKELETONS = ["a", "b", "c", "d", "e", "f"];

function Acts({
  filters,
  onFilter,
  onClear,
}: {
  filters: AuditFilters;
  onFilter: (changes: AuditFilters) => void;
  onClear: () => void;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  const query = useAudit(filters);
  const acts = query.data?.pages.flatMap((page) => page.acts);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (acts === undefined && query.isError)
    return (
      <ErrorState title={t("errors.couldNotLoad")} onRetry={() => void query.refetch()}>
        {textOf(toPortalError(query.error))}
      </ErrorState>
    );
  if (acts === undefined)
    return (
      <Loading>
        <div className="grid gap-3">
          {SKELETONS.map((key) => (
            <Skeleton key={key} className="h-18" />
          ))}
        </div>
      </Loading>
    );
  if (acts.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t("audit.none")}
          actions={isFiltered && <Button onPress={onClear}>{t("audit.clearFilters")}</Button>}
        />
      </Card>
    );
  return (
    <>
      <ol
        aria-busy={query.isPlaceholderData}
        className={cx(
          "divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card",
          query.isPlaceholderData && "opacity-60",
        )}
      >
        {acts.map((act) => (
          <li key={act.id}>
            <ActRow act={act} onFilter={onFilter} />
          </li>
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {textOf(toPortalError(query.error))}
        </Notice>
      )}
      {query.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t("desk.showMore")}
          </Button>
        </div>
      )}
    </>
  );
}
