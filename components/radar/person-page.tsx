"use client";

import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Day, Figure } from "@/components/ui/format";
import { ShareBar } from "@/components/ui/share-bar";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import { radar as api } from "@/lib/areas/radar/contract";
import type { RadarPerson } from "@/lib/areas/radar/schemas";
import { CaseCard, OpenCaseButton } from "./case-card";
import { FindingList } from "./finding-list";
import { OwnNumbers } from "./own-numbers";

/** A person as the radar sees them over time, with the cases. */
export function RadarPersonPage({ userId }: { userId: number }) {
  const t = useTranslations("radar");
  const params = { userId };
  const query = useQuery(ask(api.person, { params }));
  return (
    <QueryState query={query} headingLevel={1} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {(data) => (
        <>
          <PageHead
            title={<bdi>{data.person.name}</bdi>}
            lead={t(data.person.role === null ? "clientLead" : "personLead")}
            actions={
              <div className="flex flex-wrap gap-3 print:hidden">
                <LinkButton href="/reports/radar">{t("back")}</LinkButton>
                <Button icon={Printer} onPress={() => window.print()}>
                  {t("print")}
                </Button>
                {data.cases.every(({ closed }) => closed !== null) && <OpenCaseButton userId={userId} />}
              </div>
            }
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {data.cases.map((one) => (
              <CaseCard key={one.id} radarCase={one} assignees={data.assignees} />
            ))}
            <Card title={t("findings")}>
              {data.findings.length === 0 ? (
                <EmptyState title={t("noFindings")}>{t("noneText")}</EmptyState>
              ) : (
                <FindingList findings={data.findings} />
              )}
            </Card>
            <Days days={data.days} />
            {data.numbers && <OwnNumbers userId={userId} numbers={data.numbers} />}
          </div>
        </>
      )}
    </QueryState>
  );
}

type DayRow = RadarPerson["days"][number];

function Days({ days }: { days: RadarPerson["days"] }) {
  const t = useTranslations("radar");
  const most = Math.max(1, ...days.map(({ rewards }) => rewards));
  const columns: Column<DayRow>[] = [
    { id: "day", header: t("columns.day"), cell: ({ day }) => <Day value={day} /> },
    {
      id: "rewards",
      header: t("columns.rewards"),
      isNumeric: true,
      cell: ({ rewards }) => (
        <span className="grid min-w-20 justify-items-end gap-1">
          <Figure value={rewards} />
          <ShareBar share={rewards / most} className="h-1.5" />
        </span>
      ),
    },
    pointsColumn("points", t("columns.points"), ({ rewardPoints }) => rewardPoints),
    figureColumn("redemptions", t("columns.redemptions"), ({ redemptions }) => redemptions),
    figureColumn("refunds", t("columns.refunds"), ({ refunds }) => refunds),
    figureColumn("cancellations", t("columns.cancellations"), ({ cancellations }) => cancellations),
    {
      id: "signals",
      header: t("columns.signals"),
      cell: ({ signals }) => signals.map((signal) => t(`signals.${signal}`)).join(t("comma")) || "–",
    },
  ];
  return (
    <Card title={t("days")} description={t("daysText")}>
      {days.length === 0 ? (
        <EmptyState title={t("noDays")} />
      ) : (
        <Table label={t("days")} columns={columns} rows={days} rowKey={({ day }) => day} />
      )}
    </Card>
  );
}
