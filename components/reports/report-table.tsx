"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, figureColumn, pointsColumn, Table } from "@/components/ui/table";
import type { KindSum } from "@/lib/areas/reports/schemas";
import { type MeasureKey, measured, VOIDED_GIVEN, VOIDED_TAKEN } from "@/lib/areas/reports/words";
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
export const COLUMNS = {
  issued: ["issued"],
  redeemed: ["redeemed"],
  refunded: ["refunded"],
  returned: ["returned"],
  voidedTaken: VOIDED_TAKEN,
  voidedGiven: VOIDED_GIVEN,
  expired: ["expired"],
  adjusted: ["adjustedUp", "adjustedDown"],
  moved: ["movedOut", "movedIn"],
  held: ["held"],
  released: ["released"],
} as const satisfies Record<string, readonly MeasureKey[]>;
type ColumnKey = keyof typeof COLUMNS;
const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];

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
  const isUsed = (key: ColumnKey) =>
    key === "issued" ||
    key === "redeemed" ||
    rows.some(({ kinds }) => measured(kinds, ...COLUMNS[key]).entries > 0);
  const columns: Column<ReportRow>[] = [
    { id: "name", header: nameHeader, cell: ({ name }) => name },
    ...COLUMN_KEYS.filter(isUsed).map(
      (key): Column<ReportRow> =>
        pointsColumn(key, t(`measures.${key}`), ({ kinds }) => measured(kinds, ...COLUMNS[key]).points),
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
