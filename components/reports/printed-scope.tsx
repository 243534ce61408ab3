"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { useRangeName } from "./day-name";
import { useReportChoices } from "./whose-fields";

/** On paper, what the filters say on the screen. */
export function PrintedScope({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const rangeName = useRangeName();
  const { data } = useReportChoices();
  const merchant = data?.merchants.find(({ id }) => id === query.merchantId);
  const branch = data?.branches.find(({ id }) => id === query.branchId);
  const said = [
    [t("days"), rangeName(report.range)],
    ...(report.compared === null ? [] : [[t("compare.label"), rangeName(report.compared)]]),
    ...(merchant === undefined ? [] : [[t("merchant"), nameOf(merchant)]]),
    [t("branch"), branch === undefined ? t("allBranches") : nameOf(branch)],
  ];
  return (
    <dl className="hidden grid-cols-[auto_1fr] gap-x-4 print:grid">
      {said.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
