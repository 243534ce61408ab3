"use client";

import { ChartColumn, Download, Table2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { useFormatter } from "@/components/ui/use-formatter";
import type { FileFormat } from "@/lib/areas/reports/schemas";
import { Bars, type BarsProps } from "./bars";
import { cutAxis } from "./cut-axis";
import { WhenNear } from "./when-near";

interface PictureFrameProps {
  title: string;
  description?: ReactNode;
  /** Null: nothing would stand in it. */
  picture: ReactNode | null;
  /** Said in place of a picture in which nothing would stand. */
  nothing: string;
  /** The same figures as a table. */
  table: ReactNode;
  fileAddress?: string | undefined;
}

/** Figures as a picture or, by one button, as the table behind it. */
export function PictureFrame({
  title,
  description,
  picture,
  nothing,
  table,
  fileAddress,
}: PictureFrameProps) {
  const t = useTranslations("reports");
  const [isTable, setTable] = useState(false);
  return (
    <Card
      title={title}
      {...(description !== undefined && { description })}
      className="print:break-inside-avoid print:shadow-none"
      actions={
        picture !== null && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button
              size="small"
              icon={isTable ? ChartColumn : Table2}
              aria-label={t(isTable ? "showChartOf" : "showTableOf", { title })}
              onPress={() => setTable(!isTable)}
            >
              {t(isTable ? "showChart" : "showTable")}
            </Button>
            {fileAddress !== undefined && <FileLink address={fileAddress} title={title} />}
          </div>
        )
      }
    >
      {picture === null ? <p className="text-ink-soft">{nothing}</p> : isTable ? table : picture}
    </Card>
  );
}

/** The same with a chart, whose axis is cut where a few values are far beyond the rest. */
export function ChartFrame({ bars, ...frame }: Omit<PictureFrameProps, "picture"> & { bars: BarsProps }) {
  const isBlank = bars.points.every(({ values }) => values.every((value) => !value));
  return (
    <PictureFrame
      {...frame}
      picture={
        isBlank ? null : (
          <WhenNear onPaper={frame.table}>
            <CutBars {...bars} />
          </WhenNear>
        )
      }
    />
  );
}

function CutBars(bars: BarsProps) {
  const { points, series, seriesBefore = [], isPercent = false } = bars;
  const format = useFormatter();
  const named = (name: string, of: { name: string } | undefined, isOnly: boolean) =>
    isOnly ? name : `${name} · ${of?.name}`;
  const axis = useCutAxis(
    points.flatMap(({ name, values, before = [], nameBefore = name }) => [
      ...values.map((value, index) => ({
        name: named(name, series[index], series.length === 1),
        value: value ?? 0,
      })),
      ...before.map((value, index) => ({
        name: named(nameBefore, seriesBefore[index], false),
        value: value ?? 0,
      })),
    ]),
    (value) => format.number(value, isPercent ? { style: "percent", maximumFractionDigits: 0 } : {}),
  );
  return (
    <>
      <Bars {...bars} max={axis.max} />
      {axis.note}
    </>
  );
}

/** More are counted, not named. */
const NAMED_MAX = 5;

/**
 * Where a picture's axis ends, and the sentence that says so: which values go beyond it, and the way to see the whole axis.
 * `max` is undefined where nothing is cut.
 */
export function useCutAxis(
  values: readonly { name: string; value: number }[],
  textOf: (value: number) => string,
): { max: number | undefined; note: ReactNode } {
  const t = useTranslations("reports.cut");
  const [isWhole, setWhole] = useState(false);
  const { max, isCut } = cutAxis(values.map(({ value }) => value));
  if (!isCut) return { max: undefined, note: null };
  const beyond = values.filter(({ value }) => value > max).sort((one, other) => other.value - one.value);
  return {
    max: isWhole ? undefined : max,
    note: (
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-soft text-sm">
        {!isWhole && (
          <p className="min-w-0">
            {t("ends", { max: textOf(max), count: beyond.length })}{" "}
            {beyond.slice(0, NAMED_MAX).map(({ name, value }, index) => (
              <span key={name}>
                {index > 0 && t("comma")}
                <bdi>{name}</bdi>: <bdi className="figures">{textOf(value)}</bdi>
              </span>
            ))}
            {beyond.length > NAMED_MAX && t("more", { count: beyond.length - NAMED_MAX })}
          </p>
        )}
        <Button size="small" variant="quiet" className="print:hidden" onPress={() => setWhole(!isWhole)}>
          {t(isWhole ? "cutAgain" : "showWhole")}
        </Button>
      </div>
    ),
  };
}

/** Links that save a table as a CSV file and as a workbook. */
export function FileLink({ address, title }: { address: string; title: string }) {
  const t = useTranslations("reports");
  const link = (format: FileFormat, label: string, name: string) => (
    <a
      href={format === "csv" ? address : `${address}&format=${format}`}
      download
      aria-label={name}
      className={cx(
        BUTTON_BASE,
        BUTTON_VARIANTS.secondary,
        BUTTON_SIZES.small,
        "hover:bg-hover print:hidden",
      )}
    >
      <Download aria-hidden className="size-[1.15em]" />
      {label}
    </a>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {link("csv", "CSV", t("saveFileOf", { title }))}
      {link("xlsx", t("workbook"), t("saveWorkbookOf", { title }))}
    </div>
  );
}
