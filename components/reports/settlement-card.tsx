"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { useNameOf } from "@/components/kit/use-language";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Money } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { type Column, moneyColumn, pointsColumn, Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { RollForwardQuery, SettlementReport } from "@/lib/areas/reports/owed-schemas";
import { decimalsOf } from "@/lib/platform/currency";
import { FileLink } from "./chart-frame";
import { reportFileAddress } from "./file-address";

type Sums = SettlementReport["together"];
interface Row extends Sums {
  id: string;
  name: string;
  isSum?: boolean;
}

/** The settlement of some days by merchant, and its journal as a file. */
export function SettlementCard({ asked }: { asked: RollForwardQuery }) {
  const t = useTranslations("reports.settlement");
  const query = useQuery(
    ask(api.settlement, { query: asked }, { staleTime: 60_000, placeholderData: keepPreviousData }),
  );
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={<FileLink address={reportFileAddress("settlement", asked)} title={t("title")} />}
    >
      <QueryState query={query} loading={<Skeleton className="h-48 rounded-2xl" />}>
        {(report) => (
          <div
            aria-busy={query.isPlaceholderData}
            className="grid gap-4 transition-opacity aria-busy:opacity-60"
          >
            <div className="flex flex-wrap gap-3">
              <Status tone={report.isEqual ? "success" : "danger"}>
                {t(report.isEqual ? "tiesOut" : "doesNotTieOut")}
              </Status>
              {report.isClosed && <Status tone="neutral">{t("isClosed")}</Status>}
            </div>
            {report.merchants.length === 0 ? <p>{t("nothing")}</p> : <Rows report={report} />}
            <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
              <div>
                <h3 className="font-medium">{t("journal")}</h3>
                <p className="text-ink-soft text-sm">{t("journalLead")}</p>
              </div>
              <FileLink address={reportFileAddress("journal", asked)} title={t("journal")} />
            </div>
          </div>
        )}
      </QueryState>
    </Card>
  );
}

function Rows({ report: { merchants, together, currency } }: { report: SettlementReport }) {
  const t = useTranslations("reports.settlement");
  const nameOf = useNameOf();
  const rows = merchants.map(({ merchant, ...sums }): Row => {
    if (merchant === null) return { ...sums, id: "none", name: t("noMerchant") };
    return { ...sums, id: String(merchant.id), name: nameOf(merchant) };
  });
  const columns: Column<Row>[] = [
    {
      id: "merchant",
      header: t("merchant"),
      cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name),
    },
    pointsColumn("grantedPoints", t("granted"), ({ granted }) => granted.points),
    moneyColumn("granted", t("grantedWorth"), ({ granted }) => granted.value, currency),
    // Payments take points away: the page tells how many.
    pointsColumn("paidPoints", t("paid"), ({ paid }) => 0 - paid.points),
    moneyColumn("paid", t("paidWorth"), ({ paid }) => 0 - paid.value, currency),
    {
      id: "balance",
      header: t("balance"),
      isNumeric: true,
      cell: ({ balance }) => <Balance value={balance} currency={currency} />,
    },
    pointsColumn("closing", t("closing"), ({ closing }) => closing.points),
  ];
  return (
    <Table<Row>
      label={t("title")}
      rows={[...rows, { ...together, id: "sum", name: t("together"), isSum: true }]}
      rowKey={({ id }) => id}
      columns={columns}
    />
  );
}

function Balance({ value, currency }: { value: number; currency: string }) {
  const t = useTranslations("reports.settlement");
  if (value === 0) return t("even");
  return t.rich(value > 0 ? "pays" : "gets", {
    amount: () => <Money value={Math.abs(value)} currency={currency} decimals={decimalsOf(currency)} />,
  });
}
