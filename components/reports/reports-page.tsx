"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { reports as api } from "@/lib/areas/reports/contract";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { REPORT_PARTS, type ReportPart } from "@/lib/areas/reports/words";
import { mayOpen } from "@/lib/portal/may-open";
import { BranchPicture } from "./branch-picture";
import { DetailsCards } from "./details-cards";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { LatePaymentsCard } from "./late-payments-card";
import { OffersCards } from "./offers-cards";
import { OwedPart } from "./owed-part";
import { ReferralsCard } from "./referrals-card";
import { ReportFilters } from "./report-filters";
import { PrintButton, PrintedScope, PrintHint } from "./report-print";
import { ReportTableCard } from "./report-table";
import { ReportTiles, StandingLine } from "./report-tiles";
import { TimePictures } from "./time-pictures";
import { useReportQuery } from "./use-report-query";

const RADAR = "/reports/radar";
const STACK = "grid grid-cols-[minmax(0,1fr)] gap-6";

/** Five reports under one address; the one that is opened is read and drawn. */
export function ReportsPage() {
  const t = useTranslations("reports");
  const { query, part, change, open } = useReportQuery();
  const { user } = useMe();
  const { compare: _, compareFrom: __, compareTo: ___, of: ____, ...listed } = query;
  const parts = REPORT_PARTS.filter((key) => key !== "owed" || may(user, api.outstanding));
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            <LinkButton href={entriesAddress(listed)}>{t("toEntries")}</LinkButton>
            {mayOpen(user, RADAR) && <LinkButton href={RADAR}>{t("radar")}</LinkButton>}
            <PrintButton />
          </div>
        }
      />
      <Tabs<ReportPart>
        label={t("parts.label")}
        value={part}
        onChange={open}
        tabs={parts.map((id) => ({
          id,
          label: t(`parts.${id}`),
          content:
            id === "owed" ? (
              <OwedPart query={query} change={change} />
            ) : (
              <Activity part={id} query={query} change={change} />
            ),
        }))}
      />
    </>
  );
}

/** One of the reports about a range of days. */
function Activity({
  part,
  query,
  change,
}: {
  part: Exclude<ReportPart, "owed">;
  query: ReportQuery;
  change: (changes: ReportQuery) => void;
}) {
  const ownId = useMe().merchant?.id;
  const answer = useQuery(
    ask(
      api.activity,
      { query },
      {
        placeholderData: keepPreviousData,
        // An open page keeps up with the log.
        follows: ({ data }) => (data?.standing.behind ? 3 : 60),
      },
    ),
  );
  const Part = PARTS[part];
  return (
    <QueryState
      query={answer}
      loading={
        <div className="grid gap-6">
          <Skeleton className="h-40 rounded-2xl" />
          <Skeleton className="h-96 rounded-2xl" />
        </div>
      }
    >
      {(report) => {
        const { from, to } = report.range;
        const { merchantId, branchId } = query;
        return (
          <div className={STACK}>
            <PrintedScope
              range={report.range}
              compared={report.compared}
              query={{ branchId, merchantId: merchantId ?? ownId }}
            />
            <Card className="print:border-0 print:p-0 print:shadow-none">
              <div className="grid gap-4">
                <ReportFilters
                  range={report.range}
                  compared={report.compared}
                  query={query}
                  onChange={change}
                />
                <StandingLine standing={report.standing} />
                <PrintHint />
              </div>
            </Card>
            <div
              aria-busy={answer.isPlaceholderData}
              className={`${STACK} transition-opacity aria-busy:opacity-60`}
            >
              <Part report={report} query={query} asked={{ from, to, merchantId, branchId }} />
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}

interface PartProps {
  report: Report;
  query: ReportQuery;
  /** The range and the place, its days known. */
  asked: { from: string; to: string; merchantId: number | undefined; branchId: number | undefined };
}

const PARTS: Record<Exclude<ReportPart, "owed">, (props: PartProps) => ReactNode> = {
  overview: ({ report, query }) => (
    <>
      <ReportTiles report={report} />
      <TimePictures report={report} query={query} />
    </>
  ),
  branches: ({ report, query, asked }) => (
    <>
      <BranchPicture report={report} query={query} />
      <People report={report} asked={asked} />
      <LatePaymentsCard asked={asked} />
    </>
  ),
  customers: ({ asked }) => <Customers asked={asked} />,
  offers: ({ report, asked }) => (
    <>
      <Deals report={report} asked={asked} />
      <OffersCards asked={asked} />
    </>
  ),
};

function Customers({ asked }: Pick<PartProps, "asked">) {
  const { user } = useMe();
  return (
    <>
      <DetailsCards asked={asked} />
      {may(user, api.referrals) && <ReferralsCard />}
    </>
  );
}

function People({ report: { people }, asked }: Pick<PartProps, "report" | "asked">) {
  const t = useTranslations("reports");
  return (
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
  );
}

function Deals({ report: { deals }, asked }: Pick<PartProps, "report" | "asked">) {
  const t = useTranslations("reports");
  const inLanguage = useInLanguage();
  return (
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
  );
}
