"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import type { KindSum } from "@/lib/areas/reports/schemas";
import { CANCELLED, type MeasureKey, measured } from "@/lib/areas/reports/words";
import { FileLink } from "./chart-frame";

const ROWS_FIRST = 10;

export interface ReportRow {
  key: string | number;
  name: ReactNode;
  kinds: readonly KindSum[];
  activeWallets?: number | null;
  /** The same in the days that it is compared with; absent: in none. */
  before?: readonly KindSum[];
}

/** Every kind of entry has its column; the test of the reports says so. */
export const COLUMNS: readonly {
  key:
    | "issued"
    | "redeemed"
    | "refunded"
    | "returned"
    | "cancelled"
    | "expired"
    | "adjusted"
    | "moved"
    | "held"
    | "released";
  measures: readonly MeasureKey[];
}[] = [
  { key: "issued", measures: ["issued"] },
  { key: "redeemed", measures: ["redeemed"] },
  { key: "refunded", measures: ["refunded"] },
  { key: "returned", measures: ["returned"] },
  { key: "cancelled", measures: CANCELLED },
  { key: "expired", measures: ["expired"] },
  { key: "adjusted", measures: ["adjustedUp", "adjustedDown"] },
  { key: "moved", measures: ["movedOut", "movedIn"] },
  { key: "held", measures: ["held"] },
  { key: "released", measures: ["released"] },
];

const COMPARED = ["issued", "redeemed"] as const;

/** The measures of several days, branches, people or deals, side by side; measures that none of them has are left out. */
export function MeasuresTable({
  label,
  nameHeader,
  rows,
}: {
  label: string;
  nameHeader: string;
  rows: readonly ReportRow[];
}) {
  const t = useTranslations("reports");
  const isUsed = (measures: readonly MeasureKey[]) =>
    rows.some(({ kinds }) => measured(kinds, ...measures).entries > 0);
  const columns: Column<ReportRow>[] = [
    { id: "name", header: nameHeader, cell: ({ name }) => name },
    ...COLUMNS.filter(({ key, measures }) => key === "issued" || key === "redeemed" || isUsed(measures)).map(
      ({ key, measures }): Column<ReportRow> =>
        pointsColumn(key, t(`measures.${key}`), ({ kinds }) => measured(kinds, ...measures).points),
    ),
    ...(rows.some(({ before }) => before !== undefined) ? COMPARED : []).map(
      (key): Column<ReportRow> =>
        pointsColumn(`${key} before`, t(`compare.${key}`), ({ before = [] }) => measured(before, key).points),
    ),
    figureColumn("entries", t("measures.entries"), ({ kinds }) =>
      kinds.reduce((sum, { entries }) => sum + entries, 0),
    ),
    ...(rows.some(({ activeWallets }) => typeof activeWallets === "number")
      ? [
          figureColumn(
            "activeWallets",
            t("measures.activeWallets"),
            ({ activeWallets }: ReportRow) => activeWallets ?? 0,
          ),
        ]
      : []),
  ];
  return <Table label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

interface ReportTableCardProps {
  title: string;
  nameHeader: string;
  rows: readonly ReportRow[];
  fileAddress: string;
}

/** A table of its own with its file; of a long one the beginning first. */
export function ReportTableCard({ title, nameHeader, rows, fileAddress }: ReportTableCardProps) {
  const t = useTranslations("reports");
  const [isWhole, setWhole] = useState(false);
  return (
    <Card
      title={title}
      actions={rows.length > 0 && <FileLink address={fileAddress} title={title} />}
      className="print:shadow-none"
    >
      {rows.length === 0 ? (
        <p className="text-ink-soft">{t("nothing")}</p>
      ) : (
        <MeasuresTable
          label={title}
          nameHeader={nameHeader}
          rows={isWhole ? rows : rows.slice(0, ROWS_FIRST)}
        />
      )}
      {!isWhole && rows.length > ROWS_FIRST && (
        <div className="mt-4 print:hidden">
          <Button size="small" onPress={() => setWhole(true)}>
            {t("showAll", { count: rows.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}
