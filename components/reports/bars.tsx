"use client";

import { useFormatter } from "next-intl";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useLanguage } from "@/components/ui/use-language";

export interface BarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  points: readonly { name: string; values: readonly number[] }[];
  /** One for each of the values, told apart by colour and by their order in each group. */
  series: readonly { name: string; colour: "accent" | "warning" | "success" | "danger" }[];
}

/** In pixels, before the room is known: the height of `h-72`. */
const HEIGHT = 288;

/**
 * Groups of bars. SVG text follows the page's direction, so the drawing is always left to right, and in a right-to-left
 * page its axis runs the other way.
 */
export function Bars({ label, points, series }: BarsProps) {
  const format = useFormatter();
  const isRightToLeft = useLanguage() === "ar";
  // The drawing's direction would turn figure and word of a label around.
  const isolated = (text: string) => (isRightToLeft ? `\u2067${text}\u2069` : text);
  const rows = points.map(({ name, values }) => ({ name, ...values }));
  const short = (value: number) => isolated(format.number(value, { notation: "compact" }));
  const tick = { fill: "var(--ink-soft)", fontSize: 12 };
  return (
    // What is pressed inside the drawing gets the focus; only the drawing as a whole shows that it has it.
    <figure aria-label={label} dir="ltr" className="m-0 h-72 [&_.recharts-surface_*]:outline-none">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: HEIGHT }}>
        <BarChart data={rows} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} barGap={2} title={label}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="name"
            reversed={isRightToLeft}
            tickFormatter={isolated}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--line-strong)" }}
            minTickGap={16}
          />
          <YAxis
            orientation={isRightToLeft ? "right" : "left"}
            tick={tick}
            tickLine={false}
            axisLine={false}
            tickFormatter={short}
            width={52}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: "var(--hover)" }}
            isAnimationActive={false}
            separator=": "
            itemSorter={({ dataKey }) => Number(dataKey)}
            formatter={(value) => format.number(Number(value))}
            contentStyle={{
              direction: isRightToLeft ? "rtl" : "ltr",
              background: "var(--raised)",
              border: "1px solid var(--line-strong)",
              borderRadius: 12,
              color: "var(--ink)",
            }}
            itemStyle={{ color: "var(--ink)" }}
          />
          {series.length > 1 && (
            <Legend
              content={<Names series={series} />}
              wrapperStyle={{ direction: isRightToLeft ? "rtl" : "ltr" }}
            />
          )}
          {series.map(({ name, colour }, index) => (
            <Bar
              key={name}
              dataKey={String(index)}
              name={name}
              fill={`var(--${colour})`}
              radius={[3, 3, 0, 0]}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** The library's own would name its squares to screen readers in English, and put the names in alphabetical order. */
function Names({ series }: Pick<BarsProps, "series">) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 text-ink-soft text-sm">
      {series.map(({ name, colour }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-xs" style={{ background: `var(--${colour})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
