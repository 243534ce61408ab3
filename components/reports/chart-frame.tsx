"use client";

import { ChartColumn, Download, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { BUTTON_BASE, BUTTON_SIZES, BUTTON_VARIANTS } from "@/components/ui/button-styles";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/states";
import type { BarsProps } from "./bars";

/** The library of charts is large, and only fetched where one is shown. */
const Bars = dynamic(
  async () =>
    lazyPart(async () => (await import("./bars")).Bars, {
      whileLoading: <Skeleton className="h-72 w-full" />,
    }),
  { ssr: false },
);

interface ChartFrameProps {
  title: string;
  description?: ReactNode;
  bars: BarsProps;
  /** Said in place of a chart in which nothing would stand. */
  nothing: string;
  /** The same figures as a table. */
  table: ReactNode;
  fileAddress: string;
}

/** Figures as a chart or, by one button, as the table behind it. */
export function ChartFrame({ title, description, bars, nothing, table, fileAddress }: ChartFrameProps) {
  const t = useTranslations("reports");
  const [isTable, setTable] = useState(false);
  const isBlank = bars.points.every(({ values }) => values.every((value) => value === 0));
  return (
    <Card
      title={title}
      {...(description !== undefined && { description })}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            size="small"
            icon={isTable ? ChartColumn : Table2}
            aria-label={t(isTable ? "showChartOf" : "showTableOf", { title })}
            onPress={() => setTable(!isTable)}
          >
            {t(isTable ? "showChart" : "showTable")}
          </Button>
          <FileLink address={fileAddress} title={title} />
        </div>
      }
    >
      {isTable ? table : isBlank ? <p className="text-ink-soft">{nothing}</p> : <Bars {...bars} />}
    </Card>
  );
}

/** A link that saves a table as a file. */
export function FileLink({ address, title }: { address: string; title: string }) {
  const t = useTranslations("reports");
  return (
    <a
      href={address}
      download
      aria-label={t("saveFileOf", { title })}
      className={cx(BUTTON_BASE, BUTTON_VARIANTS.secondary, BUTTON_SIZES.small, "hover:bg-hover")}
    >
      <Download aria-hidden className="size-[1.15em]" />
      CSV
    </a>
  );
}
