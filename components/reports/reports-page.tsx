"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, may } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/states";
import { reports as api } from "@/lib/areas/reports/contract";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { BranchPicture } from "./branch-picture";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { OutstandingCard } from "./outstanding-card";
import { PrintButton, PrintHint } from "./print-button";
import { PrintedScope } from "./printed-scope";
import { ReportFilters } from "./report-filters";
import { ReportTableCard } from "./report-table";
import { ReportTiles } from "./report-tiles";
import { StandingLine } from "./standing-line";
import { TimePictures } from "./time-pictures";
import { useReportQuery } from "./use-report-query";

/** Further down the page than anybody sees at first. */
const DetailsCards = lazyPart(async () => (await import("./details-cards")).DetailsCards, {
  whileLoading: <Skeleton className="h-96 rounded-2xl" />,
});

const LatePaymentsCard = lazyPart(async () => (await import("./late-payments-card")).LatePaymentsCard);
const ReferralsCard = lazyPart(async () => (await import("./referrals-card")).ReferralsCard);

/** What happened in a range of days, and what customers hold. */
export function ReportsPage() {
  const t = useTranslations("reports");
  const { query, change } = useReportQuery();
  const answer = useQuery(
    ask(
      api.activity,
      { query },
      {
        placeholderData: keepPreviousData,
        // An open page keeps up with the log.
        refetchInterval: ({ state }) => (state.data?.standing.behind ? 3_000 : 60_000),
      },
    ),
  );
  const { role } = useMe().user;
  const { compare: _, compareFrom: __, compareTo: ___, ...listed } = query;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            <LinkButton href={entriesAddress(listed)}>{t("toEntries")}</LinkButton>
            <LinkButton href="/reports/radar">{t("radar")}</LinkButton>
            <PrintButton />
          </div>
        }
      />
      <QueryState
        query={answer}
        loading={
          <div className="grid gap-6">
            <Skeleton className="h-40 rounded-2xl" />
            <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
              {["1", "2", "3", "4", "5", "6", "7"].map((key) => (
                <Skeleton key={key} className="h-32 rounded-2xl" />
              ))}
            </div>
            <Skeleton className="h-96 rounded-2xl" />
          </div>
        }
      >
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <PrintedScope report={data} query={query} />
            <Card className="print:border-0 print:p-0 print:shadow-none">
              <div className="grid gap-4">
                <ReportFilters range={data.range} compared={data.compared} query={query} onChange={change} />
                <StandingLine standing={data.standing} />
                <PrintHint />
              </div>
            </Card>
            <div
              aria-busy={answer.isPlaceholderData}
              className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity aria-busy:opacity-60"
            >
              <ReportTiles report={data} />
              <Activity report={data} query={query} />
            </div>
            {may(role, api.outstanding) && <OutstandingCard />}
            {may(role, api.referrals) && <ReferralsCard />}
          </div>
        )}
      </QueryState>
    </>
  );
}

function Activity({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const inLanguage = useInLanguage();
  const { people, deals, range } = report;
  const asked = { from: range.from, to: range.to, merchantId: query.merchantId, branchId: query.branchId };
  return (
    <>
      <TimePictures report={report} query={query} />
      <BranchPicture report={report} query={query} />
      <DetailsCards asked={asked} />
      <LatePaymentsCard asked={asked} />
      <ReportTableCard
        title={t("byPerson")}
        nameHeader={t("person")}
        fileAddress={reportFileAddress("people", asked)}
        rows={people.map(({ by, kinds }) => ({
          key: by.id,
          name: (
            <span className="inline-flex flex-wrap gap-x-2">
              <EntriesLink href={entriesAddress({ ...asked, userId: by.id })}>
                <bdi>{by.kind === "system" ? t("system") : by.name}</bdi>
              </EntriesLink>
              {by.kind === "client" && <span className="text-ink-faint text-sm">{t("client")}</span>}
            </span>
          ),
          kinds,
        }))}
      />
      <ReportTableCard
        title={t("byDeal")}
        nameHeader={t("deal")}
        fileAddress={reportFileAddress("deals", asked)}
        rows={deals.map(({ deal, kinds }) => ({
          key: deal.id,
          name: (
            <span className="inline-flex flex-wrap gap-x-2">
              <EntriesLink href={entriesAddress({ ...asked, item: deal.offerNumber })}>
                <bdi>{inLanguage({ en: deal.titleEn, ar: deal.titleAr })}</bdi>
              </EntriesLink>
              <Code className="text-ink-faint text-sm">{deal.offerNumber}</Code>
            </span>
          ),
          kinds,
        }))}
      />
    </>
  );
}
