"use client";

import { useFormatter } from "next-intl";
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useNavigation } from "@/components/kit/use-navigation";
import { cx } from "@/components/ui/cx";
import { useLanguage } from "@/components/ui/use-language";

type Colour = "accent" | "warning" | "success" | "danger";

export interface BarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** `before`: what the values were in the days that these are compared with. Null: there is none, such as a share of nothing. */
  points: readonly {
    name: string;
    values: readonly (number | null)[];
    before?: readonly (number | null)[];
    /** What the place of `before` is called. */
    nameBefore?: string;
  }[];
  /** One for each of the values, told apart by colour and by their order in each group. */
  series: readonly { name: string; colour: Colour }[];
  /** The same for `before`, drawn as broken lines. */
  seriesBefore?: readonly { name: string; colour: Colour }[];
  /** Lines instead of bars. */
  isLine?: boolean;
  /** The values are shares. */
  isPercent?: boolean;
  /** Where the axis ends; what is larger is cut there, and marked. Absent: at the largest value. */
  max?: number | undefined;
  /** Where it leads when one of a point's values is pressed, by the places of both; undefined: nowhere. */
  hrefOf?: (point: number, series: number) => string | undefined;
}

/** The drawing has a view box: on paper it takes the width there is, whatever the window was. The library's sizes are inline styles. */
const AS_WIDE_AS_PAPER = [
  "print:h-auto",
  "print:[&_.recharts-responsive-container]:h-auto!",
  "print:[&_.recharts-responsive-container>div]:h-auto!",
  "print:[&_.recharts-responsive-container>div]:w-full!",
  "print:[&_.recharts-wrapper]:h-auto!",
  "print:[&_.recharts-wrapper]:w-full!",
  "print:[&_.recharts-wrapper>svg]:h-auto!",
  "print:[&_.recharts-wrapper>svg]:w-full!",
  "print:[&_.recharts-legend-wrapper]:static!",
  "print:[&_.recharts-legend-wrapper]:w-full!",
  "print:[&_.recharts-tooltip-wrapper]:hidden",
].join(" ");

/** In pixels, before the room is known: the height of `h-72`. */
const HEIGHT = 288;
/** What there is a little of is still to be seen, and to be pressed. */
const BAR_PX_MIN = 3;

/** Over the end of a cut axis there is room for the figures of what goes beyond it. */
const LABEL_ROOM = 1.1;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1] as const;

type Row = Record<string, string | number | null>;

/**
 * Groups of bars, or lines. SVG text follows the page's direction, so the drawing is always left to right, and in a right-to-left
 * page its axis runs the other way.
 */
export function Bars({ label, points, series, seriesBefore = [], max, hrefOf, ...shown }: BarsProps) {
  const { isLine = false, isPercent = false } = shown;
  const format = useFormatter();
  const isRightToLeft = useLanguage() === "ar";
  // The drawing's direction would turn figure and word of a label around.
  const isolated = (text: string) => (isRightToLeft ? `\u2067${text}\u2069` : text);
  const cut = (value: number | null) => (value === null || max === undefined ? value : Math.min(value, max));
  const rows = points.map(({ name, values, before = [] }) => {
    const row: Row = { name };
    for (const [index, value] of values.entries())
      Object.assign(row, { [index]: cut(value), [`whole${index}`]: value });
    for (const [index, value] of before.entries())
      Object.assign(row, { [`before${index}`]: cut(value), [`wholebefore${index}`]: value });
    return row;
  });
  const percent = { style: "percent", maximumFractionDigits: 0 } as const;
  const short = (value: number) =>
    isolated(format.number(value, isPercent ? percent : { notation: "compact" }));
  const whole = (value: number) =>
    format.number(value, isPercent ? { ...percent, maximumFractionDigits: 1 } : {});
  const tick = { fill: "var(--ink-soft)", fontSize: 12 };
  const hasNames = series.length + seriesBefore.length > 1;
  const navigation = useNavigation();
  const pressable = (series: number, pointOf: (...pressed: readonly unknown[]) => number) =>
    hrefOf && {
      cursor: "pointer",
      onClick: (...pressed: readonly unknown[]) => {
        const href = hrefOf(pointOf(...pressed), series);
        if (href !== undefined) navigation.push(href);
      },
    };
  return (
    // What is pressed inside the drawing gets the focus; only the drawing as a whole shows that it has it.
    <figure
      aria-label={label}
      dir="ltr"
      className={cx("m-0 h-72 [&_.recharts-surface_*]:outline-none", AS_WIDE_AS_PAPER)}
    >
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: HEIGHT }}>
        <ComposedChart data={rows} margin={{ top: 4, right: 4, bottom: 0, left: 4 }} barGap={2} title={label}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="name"
            reversed={isRightToLeft}
            {...(isLine && { padding: { left: 12, right: 12 } })}
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
            allowDecimals={isPercent}
            {...(max !== undefined && {
              domain: [0, max * LABEL_ROOM] as [number, number],
              ticks: QUARTERS.map((share) => share * max),
              allowDataOverflow: true,
            })}
          />
          <Tooltip
            cursor={isLine ? { stroke: "var(--line-strong)" } : { fill: "var(--hover)" }}
            isAnimationActive={false}
            separator=": "
            itemSorter={({ dataKey }) => orderOf(String(dataKey))}
            formatter={(value, _name, { dataKey, payload }) =>
              whole(Number((payload as Row | undefined)?.[`whole${String(dataKey)}`] ?? value))
            }
            contentStyle={{
              direction: isRightToLeft ? "rtl" : "ltr",
              background: "var(--raised)",
              border: "1px solid var(--line-strong)",
              borderRadius: 12,
              color: "var(--ink)",
            }}
            itemStyle={{ color: "var(--ink)" }}
          />
          {hasNames && (
            <Legend
              content={<Names series={series} seriesBefore={seriesBefore} />}
              wrapperStyle={{ direction: isRightToLeft ? "rtl" : "ltr" }}
            />
          )}
          {series.map(({ name, colour }, index) =>
            isLine ? (
              <Line
                key={name}
                dataKey={String(index)}
                name={name}
                stroke={`var(--${colour})`}
                strokeWidth={2}
                dot={{ r: 3, fill: `var(--${colour})` }}
                activeDot={{ r: 6, ...pressable(index, (_, dot) => (dot as { index: number }).index) }}
                isAnimationActive={false}
              />
            ) : (
              <Bar
                key={name}
                dataKey={String(index)}
                name={name}
                fill={`var(--${colour})`}
                maxBarSize={36}
                minPointSize={(value) => (value ? BAR_PX_MIN : 0)}
                isAnimationActive={false}
                shape={(bar: unknown) => (
                  <CutBar bar={bar as DrawnBar} index={index} max={max} textOf={short} />
                )}
                {...pressable(index, (_, point) => Number(point))}
              />
            ),
          )}
          {seriesBefore.map(({ name, colour }, index) => (
            <Line
              key={name}
              dataKey={`before${index}`}
              name={name}
              stroke={`var(--${colour})`}
              strokeWidth={1.5}
              strokeDasharray="4 4"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}

/** The present before the past, and within each in the order of the series. */
function orderOf(dataKey: string): number {
  return dataKey.startsWith("before") ? 100 + Number(dataKey.slice("before".length)) : Number(dataKey);
}

interface DrawnBar {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: string;
  payload: Row;
}

const TEAR_PX = 5;

/** A bar; one that goes beyond the axis is torn below its end and says what it really comes to. */
function CutBar({
  bar: { x, y, width, height, fill, payload },
  index,
  max,
  textOf,
}: {
  bar: DrawnBar;
  index: number;
  max: number | undefined;
  textOf: (value: number) => string;
}) {
  const value = Number(payload[`whole${index}`] ?? 0);
  if (height <= 0 || width <= 0) return null;
  const radius = Math.min(3, width / 2, height);
  const box = `M${x},${y + height}V${y + radius}q0,${-radius} ${radius},${-radius}h${width - 2 * radius}q${radius},0 ${radius},${radius}V${y + height}Z`;
  if (max === undefined || value <= max) return <path d={box} fill={fill} />;
  const middle = x + width / 2;
  const tear = y + 12;
  return (
    <g>
      <path d={box} fill={fill} />
      <path
        d={`M${x - 1},${tear + TEAR_PX}L${middle},${tear}L${x + width + 1},${tear + TEAR_PX}v4L${middle},${tear + 4}L${x - 1},${tear + TEAR_PX + 4}Z`}
        fill="var(--surface)"
      />
      <text x={middle} y={y - 5} textAnchor="middle" fontSize={11} fontWeight={600} fill="var(--ink)">
        {textOf(value)}
      </text>
    </g>
  );
}

/** The library's own would name its squares to screen readers in English, and put the names in alphabetical order. */
function Names({ series, seriesBefore }: Required<Pick<BarsProps, "series" | "seriesBefore">>) {
  return (
    <ul className="flex flex-wrap justify-center gap-x-4 text-ink-soft text-sm">
      {series.map(({ name, colour }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-xs" style={{ background: `var(--${colour})` }} />
          {name}
        </li>
      ))}
      {seriesBefore.map(({ name, colour }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg aria-hidden className="h-3 w-5">
            <line
              x1="0"
              x2="20"
              y1="6"
              y2="6"
              stroke={`var(--${colour})`}
              strokeWidth={2}
              strokeDasharray="4 4"
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
