"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { useFormatter } from "@/components/ui/use-formatter";
import { useCutAxis } from "./chart-frame";

const FILLS = { accent: "fill-accent", warning: "fill-warning" } as const;

export interface BarListRow {
  key: string | number;
  /** For the sentence about what goes beyond the axis. */
  text: string;
  name?: ReactNode;
  /** In the order of the series; `href` leads to what stands behind it. */
  bars: readonly { value: number; before: number | null; href: string }[];
}

interface LegendProps {
  series: readonly { name: string; colour: keyof typeof FILLS }[];
  hasBefore: boolean;
}

/** One beside the other: a group of lying bars for each name, each the way to what stands behind it. A mark shows what it was before. */
export function BarList({ rows, series, hasBefore }: LegendProps & { rows: readonly BarListRow[] }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const [isWhole, setWhole] = useState(false);
  const values = rows.flatMap(({ text, bars }) =>
    bars.map(({ value }, index) => ({ name: `${text} · ${series[index]?.name}`, value })),
  );
  const axis = useCutAxis(values, (value) => format.number(value));
  const max = axis.max ?? Math.max(1, ...values.map(({ value }) => value));
  const shown = isWhole ? rows : rows.slice(0, ROWS_FIRST);
  return (
    <div>
      <ul className="grid gap-4">
        {shown.map(({ key, text, name = <bdi>{text}</bdi>, bars }) => (
          <li key={key} className="print:break-inside-avoid">
            <span className="font-medium">{name}</span>
            {bars.map(({ value, before, href }, index) => {
              const of = series[index];
              if (of === undefined) return null;
              return (
                <Link
                  key={of.name}
                  href={href}
                  prefetch={false}
                  aria-label={t("openBar", { name: `${text} · ${of.name}`, points: format.number(value) })}
                  className="mt-1 grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-3 rounded-md hover:bg-hover"
                >
                  <Bar
                    share={value / max}
                    before={before === null ? null : before / max}
                    fill={FILLS[of.colour]}
                  />
                  <bdi className="figures text-end text-sm">{format.number(value)}</bdi>
                </Link>
              );
            })}
          </li>
        ))}
      </ul>
      <Legend series={series} hasBefore={hasBefore} />
      {axis.note}
      {!isWhole && rows.length > ROWS_FIRST && (
        <div className="mt-4 print:hidden">
          <Button size="small" onPress={() => setWhole(true)}>
            {t("showAll", { count: rows.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Legend({ series, hasBefore }: LegendProps) {
  const t = useTranslations("reports");
  return (
    <ul className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      {series.map(({ name, colour }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg aria-hidden className="size-3">
            <rect width="12" height="12" rx="2" className={FILLS[colour]} />
          </svg>
          {name}
        </li>
      ))}
      {hasBefore && (
        <li className="inline-flex items-center gap-1.5">
          <svg aria-hidden className="h-3.5 w-1">
            <rect width="3" height="14" className="fill-ink" />
          </svg>
          {t("compare.mark")}
        </li>
      )}
    </ul>
  );
}

const ROWS_FIRST = 10;

/** Pages allow no inline styles, so it is drawn. A bar longer than the axis has a tear near its end. */
function Bar({ share, before, fill }: { share: number; before: number | null; fill: string }) {
  const width = Math.min(1, share);
  return (
    <svg aria-hidden className="block h-5 w-full overflow-hidden rounded-sm rtl:-scale-x-100">
      <rect width="100%" height="100%" className="fill-sunken" />
      <rect width={`${Math.max(width * 100, share > 0 ? 0.6 : 0)}%`} height="100%" className={fill} />
      {share > 1 && (
        <>
          <rect x="92%" width="3" height="100%" className="fill-surface" />
          <rect x="95%" width="3" height="100%" className="fill-surface" />
        </>
      )}
      {before !== null && before > 0 && (
        <rect x={`${Math.min(0.995, before) * 100}%`} width="3" height="100%" className="fill-ink" />
      )}
    </svg>
  );
}
