"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { measured, type Report, type ReportQuery } from "@/lib/areas/reports/schemas";
import { ChartFrame } from "./chart-frame";
import { reportFileAddress } from "./file-address";
import { OutstandingCard } from "./outstanding-card";
import { reportQuery } from "./queries";
import { ReportFilters } from "./report-filters";
import { MeasuresTable, ReportTableCard } from "./report-table";
import { ReportTiles } from "./report-tiles";
import { StandingLine } from "./standing-line";
import { useReportQuery } from "./use-report-query";

/** What happened in a range of days, and what customers hold. */
export function ReportsPage() {
  const t = useTranslations("reports");
  const { query, change } = useReportQuery();
  const answer = useQuery(reportQuery(query));
  const { role } = useMe().user;
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={<LinkButton href="/reports/radar">{t("radar")}</LinkButton>}
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
            <Card>
              <div className="grid gap-4">
                <ReportFilters range={data.range} query={query} onChange={change} />
                <StandingLine standing={data.standing} />
              </div>
            </Card>
            <div
              aria-busy={answer.isPlaceholderData}
              className="grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity aria-busy:opacity-60"
            >
              <ReportTiles report={data} />
              <Activity report={data} query={query} />
            </div>
            {role !== "supervisor" && <OutstandingCard />}
          </div>
        )}
      </QueryState>
    </>
  );
}

function Activity({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const inLanguage = useInLanguage();
  const nameOfDay = useDayName(report.grain);
  const { series, branches, people, deals } = report;
  const asked = { ...query, from: report.range.from, to: report.range.to };
  return (
    <>
      <ChartFrame
        title={t(report.grain === "day" ? "byDay" : "byMonth")}
        fileAddress={reportFileAddress("days", asked)}
        nothing={t("nothing")}
        bars={{
          label: t(report.grain === "day" ? "byDay" : "byMonth"),
          series: [
            { name: t("measures.issued"), colour: "accent" },
            { name: t("measures.redeemed"), colour: "warning" },
          ],
          points: series.map(({ day, kinds }) => ({
            name: nameOfDay(day),
            values: [measured(kinds, "issued").points, measured(kinds, "redeemed").points],
          })),
        }}
        table={
          <MeasuresTable
            label={t(report.grain === "day" ? "byDay" : "byMonth")}
            nameHeader={t(report.grain === "day" ? "day" : "month")}
            rows={series.map(({ day, kinds, activeWallets }) => ({
              key: day,
              name: nameOfDay(day),
              kinds,
              activeWallets,
            }))}
          />
        }
      />
      <ReportTableCard
        title={t("byBranch")}
        nameHeader={t("branch")}
        fileAddress={reportFileAddress("branches", asked)}
        rows={branches.map(({ branch, kinds }) => ({
          key: branch?.id ?? 0,
          name: <bdi>{branch === null ? t("noBranch") : nameOf(branch)}</bdi>,
          kinds,
        }))}
      />
      <ReportTableCard
        title={t("byPerson")}
        nameHeader={t("person")}
        fileAddress={reportFileAddress("people", asked)}
        rows={people.map(({ by, kinds }) => ({
          key: by.id,
          name: (
            <span className="inline-flex flex-wrap gap-x-2">
              <bdi>{by.kind === "system" ? t("system") : by.name}</bdi>
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
              <bdi>{inLanguage({ en: deal.titleEn, ar: deal.titleAr })}</bdi>
              <Code className="text-ink-faint text-sm">{deal.offerNumber}</Code>
            </span>
          ),
          kinds,
        }))}
      />
    </>
  );
}

function useDayName(grain: Report["grain"]): (day: string) => string {
  const format = useFormatter();
  const style =
    grain === "day"
      ? ({ day: "numeric", month: "short" } as const)
      : ({ month: "short", year: "numeric" } as const);
  return (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { ...style, timeZone: "UTC" });
}
