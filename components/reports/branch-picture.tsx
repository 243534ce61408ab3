"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import type { Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { measured } from "@/lib/areas/reports/words";
import { BarList } from "./bar-list";
import { PictureFrame } from "./chart-frame";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { MeasuresTable } from "./report-table";

/** Branch against branch, the one with most points first. */
export function BranchPicture({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const { branches, branchesBefore, compared, range } = report;
  const before = new Map(branchesBefore.map(({ branchId, kinds }) => [branchId, kinds]));
  const asked = { from: range.from, to: range.to, merchantId: query.merchantId };
  const rows = branches.map(({ branch, kinds }) => ({
    key: branch?.id ?? 0,
    text: branch === null ? t("noBranch") : nameOf(branch),
    kinds,
    before: compared === null ? undefined : (before.get(branch?.id ?? null) ?? []),
  }));
  const hrefOf = (key: number, kinds?: string) => entriesAddress({ ...asked, branchId: key, kinds });
  return (
    <PictureFrame
      title={t("byBranch")}
      fileAddress={reportFileAddress("branches", { ...asked, branchId: query.branchId })}
      nothing={t("nothing")}
      picture={
        rows.length === 0 ? null : (
          <BarList
            hasBefore={compared !== null}
            series={[
              { name: t("measures.issued"), colour: "accent" },
              { name: t("measures.redeemed"), colour: "warning" },
            ]}
            rows={rows.map(({ key, text, kinds, before }) => ({
              ...{ key, text },
              bars: (
                [
                  ["issued", "2"],
                  ["redeemed", "1"],
                ] as const
              ).map(([measure, kind]) => ({
                value: measured(kinds, measure).points,
                before: before === undefined ? null : measured(before, measure).points,
                href: hrefOf(key, kind),
              })),
            }))}
          />
        )
      }
      table={
        <MeasuresTable
          label={t("byBranch")}
          nameHeader={t("branch")}
          rows={rows.map(({ key, text, kinds, before }) => ({
            key,
            name: (
              <EntriesLink href={hrefOf(key)}>
                <bdi>{text}</bdi>
              </EntriesLink>
            ),
            kinds,
            ...(before !== undefined && { before }),
          }))}
        />
      }
    />
  );
}
