"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Download, FileSpreadsheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { EntryNumber, useEntryColumns } from "@/components/entries/entry-columns";
import { EntryDrawer } from "@/components/entries/entry-drawer";
import { EntryMarks } from "@/components/entries/entry-marks";
import type { EntryTableProps } from "@/components/entries/entry-table";
import { KindIcon } from "@/components/entries/kind-icon";
import { useShownEntry } from "@/components/entries/use-shown-entry";
import { ask, askPages, useSend } from "@/components/kit/contract";
import { ProgressBar } from "@/components/kit/progress-bar";
import { Refusal } from "@/components/kit/refusal";
import { useFilters } from "@/components/kit/use-filters";
import { useList } from "@/components/lists/use-list";
import { PageHead } from "@/components/shell/page-head";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Code, DateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import type { Column } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { reports as api } from "@/lib/areas/reports/contract";
import {
  type ReportEntriesFilters,
  type ReportFile,
  reportEntriesFiltersSchema,
} from "@/lib/areas/reports/schemas";
import { FILE_DAYS, FILE_FORMATS } from "@/lib/areas/reports/words";
import { pathOf } from "@/lib/portal/contract";
import { useRangeName } from "./day-name";
import { EntriesFilters } from "./entries-filters";

/** The entries behind a part of a report, and as files. The page's address has the filters. */
export function ReportEntriesPage() {
  const t = useTranslations("reports.entriesPage");
  const tReports = useTranslations("reports");
  const address = useFilters(reportEntriesFiltersSchema);
  const { filters, change } = address;
  const shown = useShownEntry();
  const query = useInfiniteQuery(askPages(api.entries, { query: filters }));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const count = entries?.length ?? 0;
  const list = useList({
    card: {},
    label: t("title"),
    address,
    query,
    rows: entries,
    columns: useColumns(shown),
    empty: { none: [t("nothing")] },
    moreLabel: t("older"),
    summary: query.hasNextPage ? t("shown", { count }) : t("all", { count }),
    below: <p className="mt-4 text-ink-soft text-sm">{tReports("numbers")}</p>,
  });
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
        {list.records}
      </div>
      {shown.entryId !== null && (
        <EntryDrawer entryId={shown.entryId} onClose={shown.close} onShow={shown.show} />
      )}
    </>
  );
}

/** Entries of any wallets, one a row, each the way to everything about it. */
function useColumns(shown: EntryTableProps["shown"]): Column<PortalEntry>[] {
  const t = useTranslations("entries");
  const walletHeader = useTranslations("reports.entriesPage")("wallet");
  const { when, by, points } = useEntryColumns();
  return [
    {
      id: "entry",
      header: t("columns.entry"),
      cell: (entry) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <KindIcon logTypeId={entry.logTypeId} className="size-5 text-ink-faint max-sm:hidden" />
          <EntryNumber entry={entry} shown={shown} />
          <EntryMarks entry={entry} />
        </span>
      ),
    },
    when,
    {
      id: "wallet",
      header: walletHeader,
      cell: ({ wallet }) => <Code className="whitespace-nowrap">{wallet.walletCode}</Code>,
    },
    by,
    points,
  ];
}

const TONES: Record<ReportFile["state"], Tone> = {
  waiting: "neutral",
  running: "accent",
  done: "success",
  failed: "danger",
};

/** While a file is being made, the page follows it. */
const FOLLOW_SECONDS = 1;

const isBeingMade = ({ state }: ReportFile) => state === "waiting" || state === "running";

/** Entries as files of any length: requested here, made in turn, and kept for a week. */
function FilesCard({ filters }: { filters: ReportEntriesFilters }) {
  const t = useTranslations("reports.files");
  const asking = useSend(api.askForFile);
  const { data } = useQuery(
    ask(api.files, {}, { follows: ({ data }) => data?.files.some(isBeingMade) && FOLLOW_SECONDS }),
  );
  const { expires: _, ...filter } = filters;
  return (
    <Card title={t("title")} description={t("description", { days: FILE_DAYS })}>
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-3">
          {FILE_FORMATS.map((format) => (
            <Button
              key={format}
              icon={FileSpreadsheet}
              isPending={asking.isPending && asking.variables.body.format === format}
              isDisabled={asking.isPending}
              onPress={() => asking.mutate({ body: { format, filter } })}
            >
              {t(`make.${format}`)}
            </Button>
          ))}
        </div>
        <Refusal error={asking.error} />
        {data !== undefined && data.files.length > 0 && (
          <ul aria-label={t("title")} className="divide-y divide-line">
            {data.files.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function FileRow({ file }: { file: ReportFile }) {
  const t = useTranslations("reports.files");
  const format = useFormatter();
  const rangeName = useRangeName();
  const range = rangeName(file);
  const { state, days, daysDone, lines, expiresAt } = file;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-52">
          <span className="font-medium">
            {t(`formats.${file.format}`)} · <bdi>{range}</bdi>
          </span>
          <span className="block text-ink-soft text-sm">
            {t("lines", { count: lines })}
            {state === "done" && file.format === "xlsx" && ` · ${sizeOf(format, file.bytes)}`}
          </span>
        </span>
        <Status tone={TONES[state]}>{t(`state.${state}`)}</Status>
        {state === "done" && (
          <a
            href={`/api/portal/${pathOf(api.download, { fileId: file.id })}`}
            download
            aria-label={t("downloadOf", { format: t(`formats.${file.format}`), range })}
            className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.small)}
          >
            <Download aria-hidden className="size-[1.15em]" />
            {t("download")}
          </a>
        )}
      </div>
      {isBeingMade(file) && (
        <ProgressBar label={t("progress", { done: daysDone, days, lines })} share={daysDone / days} />
      )}
      {expiresAt !== null && (
        <p className="text-ink-faint text-sm">
          {t.rich("until", { when: () => <DateTime value={expiresAt} /> })}
        </p>
      )}
    </li>
  );
}

const MEGABYTE = 1024 * 1024;

function sizeOf(format: ReturnType<typeof useFormatter>, bytes: number): string {
  return bytes < MEGABYTE
    ? format.number(Math.ceil(bytes / 1024), { style: "unit", unit: "kilobyte" })
    : format.number(bytes / MEGABYTE, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
}
