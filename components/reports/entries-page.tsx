"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useShownEntry } from "@/components/entries/use-shown-entry";
import { askPages } from "@/components/kit/contract";
import { PagedList } from "@/components/kit/paged-list";
import { useFilters } from "@/components/kit/use-filters";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { reports as api } from "@/lib/areas/reports/contract";
import { EntriesTable } from "./entries-table";
import { FilesCard } from "./files-card";

/** Days are reckoned by a calendar that the entries can be read without. */
const EntriesFilters = lazyPart(async () => (await import("./entries-filters")).EntriesFilters, {
  whileLoading: <Skeleton className="h-17" />,
});

const loadReportEntriesFilters = async () =>
  (await import("@/lib/areas/reports/schemas")).reportEntriesFiltersSchema;

const EntryDrawer = lazyPart(async () => (await import("@/components/entries/entry-drawer")).EntryDrawer);

/** The entries behind a part of a report, and as files. The page's address has the filters. */
export function ReportEntriesPage() {
  const t = useTranslations("reports.entriesPage");
  const { filters, change, clear, isFiltered } = useFilters(loadReportEntriesFilters);
  const shown = useShownEntry();
  const query = useInfiniteQuery(askPages(api.entries, { query: filters }));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const count = entries?.length ?? 0;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={<LinkButton href="/reports">{t("back")}</LinkButton>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <EntriesFilters filters={filters} onChange={change} />
        </Card>
        {filters.expires === undefined && <FilesCard filters={filters} />}
        <Card>
          <PagedList
            query={query}
            rows={entries}
            empty={
              <EmptyState
                title={t("nothing")}
                actions={isFiltered && <Button onPress={clear}>{t("clear")}</Button>}
              />
            }
            moreLabel={t("older")}
            summary={query.hasNextPage ? t("shown", { count }) : t("all", { count })}
          >
            {(rows) => <EntriesTable label={t("title")} entries={rows} shown={shown} />}
          </PagedList>
        </Card>
      </div>
      {shown.entryId !== null && (
        <EntryDrawer entryId={shown.entryId} onClose={shown.close} onShow={shown.show} />
      )}
    </>
  );
}
