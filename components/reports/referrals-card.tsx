"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/states";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { ReferralMonth, ReferralReport } from "@/lib/areas/referrals/schemas";
import { reports as api } from "@/lib/areas/reports/contract";

/** Referrals, month by month; empty where there never was one. */
export function ReferralsCard() {
  const t = useTranslations("reports.referrals");
  const query = useQuery(ask(api.referrals, {}, { staleTime: 60_000 }));
  if (query.data?.months.length === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <QueryState query={query} loading={<Skeleton className="h-32 w-full" />}>
        {(report) => <Months report={report} />}
      </QueryState>
    </Card>
  );
}

function Months({ report: { months, open } }: { report: ReferralReport }) {
  const t = useTranslations("reports.referrals");
  const format = useFormatter();
  const nameOf = ({ month }: ReferralMonth) =>
    format.dateTime(new Date(`${month}T00:00:00Z`), { month: "short", year: "numeric", timeZone: "UTC" });
  const counted = (name: "opened" | "paid" | "overLimit" | "unpaid" | "takenBack"): Column<ReferralMonth> =>
    figureColumn(name, t(name), (month) => month[name]);
  const points = (name: "newcomerPoints" | "referrerPoints"): Column<ReferralMonth> =>
    pointsColumn(name, t(name), (month) => month[name]);
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t("open", { count: open })}</p>
      <Table<ReferralMonth>
        label={t("title")}
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { id: "month", header: t("month"), cell: nameOf },
          counted("opened"),
          counted("paid"),
          counted("overLimit"),
          counted("unpaid"),
          counted("takenBack"),
          points("referrerPoints"),
          points("newcomerPoints"),
        ]}
      />
    </div>
  );
}
