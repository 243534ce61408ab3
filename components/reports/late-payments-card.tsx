"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { figureColumn, Table } from "@/components/ui/table";
import { reports as api } from "@/lib/areas/reports/contract";
import type { ReportScopeQuery } from "@/lib/areas/reports/schemas";

/** Tills that send payments in points after the reward of their bill; nothing where none does, or bills earn as a whole. */
export function LatePaymentsCard({ asked }: { asked: ReportScopeQuery }) {
  const t = useTranslations("reports.latePayments");
  const nameOf = useNameOf();
  const rows =
    useQuery(
      ask(api.latePayments, { query: asked }, { placeholderData: keepPreviousData, staleTime: 60_000 }),
    ).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <Table<(typeof rows)[number]>
        label={t("title")}
        rows={rows}
        rowKey={({ branch, by }) => `${branch.id} ${by.id}`}
        columns={[
          { id: "branch", header: t("branch"), cell: ({ branch }) => <bdi>{nameOf(branch)}</bdi> },
          { id: "by", header: t("by"), cell: ({ by }) => <bdi>{by.name}</bdi> },
          figureColumn("payments", t("payments"), ({ payments }) => payments),
        ]}
      />
    </Card>
  );
}
