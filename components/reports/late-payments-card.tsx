"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { Card } from "@/components/ui/card";
import { Figure } from "@/components/ui/format";
import { Table } from "@/components/ui/table";
import type { ReportScopeQuery } from "@/lib/areas/reports/schemas";
import { latePaymentsQuery } from "./queries";

/** Tills that send payments in points after the reward of their bill; nothing where none does, or bills earn as a whole. */
export function LatePaymentsCard({ asked }: { asked: ReportScopeQuery }) {
  const t = useTranslations("reports.latePayments");
  const nameOf = useNameOf();
  const rows = useQuery(latePaymentsQuery(asked)).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")}>
      <Table
        label={t("title")}
        rows={rows}
        rowKey={({ branch, by }) => `${branch.id} ${by.id}`}
        columns={[
          { id: "branch", header: t("branch"), cell: ({ branch }) => <bdi>{nameOf(branch)}</bdi> },
          { id: "by", header: t("by"), cell: ({ by }) => <bdi>{by.name}</bdi> },
          {
            id: "payments",
            header: t("payments"),
            isNumeric: true,
            cell: ({ payments }) => <Figure value={payments} />,
          },
        ]}
      />
    </Card>
  );
}
