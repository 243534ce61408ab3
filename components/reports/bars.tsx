"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useNavigation } from "@/components/kit/use-navigation";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { CutBar } from "./cut-bar";

type Colour = "accent" | "warning" | "success" | "danger";

export interface BarsProps {
  /** Text for screen readers. */
  label: string;
  /** `before`: what the values were in the days that these are compared with. Null: there is none, such as a share of nothing. */
  points: readonly {
    name: string;
    values: readonly (number | null)[];
    before?: readonly (number | null)[];
    /** Name for the place of `before`. */
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

/** In pixels, before the room is known: the height of `h-72`. */
const ROOM = { width: 320, height: 288 };
const MARGIN = { top: 14, end: 4, bottom: 26, axis: 56 };
const BAR = { widthMax: 36, gap: 2, shareOfGroup: 0.8, heightMin: 3 };
const LINE_PADDING = 12;
const FONT_SIZE = 12;
const BROKEN = { fill: "none", strokeDasharray: "4 4" } as const;
const ink = (colour: Colour, strokeWidth = 2) => ({ stroke: `var(--${colour})`, strokeWidth });
/** About the width of a letter, by which labels that would touch are left out. */
const LETTER_PX = 7;
const LABEL_GAP = 16;
const TIP_WIDTH = 220;

/** Over the end of a cut axis there is room for the figures of what goes beyond it. */
const LABEL_ROOM = 1.1;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Steps of an axis, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * Groups of bars, or lines. SVG text follows the page's direction, so the drawing is always left to right, and in a right-to-left
 * page its axis runs the other way.
 */
export function Bars({ label, seriesBefore = [], ...given }: BarsProps) {
  const { points, series } = given;
  const isRightToLeft = useLanguage() === "ar";
  const [room, ref] = useRoom();
  const [active, setActive] = useState<number | null>(null);
  const figures = useFigures(given.isPercent ?? false, isRightToLeft);
  const chart = { ...given, ...plotOf(given, room, isRightToLeft), ...figures, isRightToLeft, active };
  const step = ({ key }: KeyboardEvent) => {
    const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const next = (active ?? -1) + (isRightToLeft ? -by : by);
    setActive(Math.max(0, Math.min(points.length - 1, next)));
  };
  const drawn: Drawn[] = [
    ...series.map((one, index) => ({ ...one, of: ({ values }: Point) => values[index] ?? null })),
    ...seriesBefore.map((one, index) => ({
      ...{ ...one, isBroken: true },
      of: ({ before }: Point) => before?.[index] ?? null,
    })),
  ];
  const at = active === null ? 0 : chart.x(chart.middle(active));
  return (
    <figure aria-label={label} dir="ltr" className="relative m-0 flex h-72 flex-col print:h-auto">
      <div ref={ref} className="min-h-0 flex-1">
        <svg
          role="application"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its values one by one.
          tabIndex={0}
          viewBox={`0 0 ${room.width} ${room.height}`}
          className="block h-full w-full print:h-auto"
          fontSize={FONT_SIZE}
          onPointerMove={(event) => setActive(chart.pointAt(event))}
          onPointerLeave={() => setActive(null)}
          onKeyDown={step}
          onBlur={() => setActive(null)}
        >
          <Axis {...chart} />
          {active !== null && !chart.isLine && (
            <path
              d={`M${at - chart.band / 2},${MARGIN.top}h${chart.band}v${chart.height}h${-chart.band}Z`}
              fill="var(--hover)"
            />
          )}
          <PointNames {...chart} />
          {series.map(({ name }, index) => (
            <Series key={name} {...chart} index={index} />
          ))}
          {drawn.slice(series.length).map(({ name, colour, of }) => (
            <path key={name} d={chart.pathOf(points.map(of))} {...BROKEN} {...ink(colour, 1.5)} />
          ))}
        </svg>
      </div>
      {drawn.length > 1 && <Names drawn={drawn} isRightToLeft={isRightToLeft} />}
      {active !== null && (
        <div
          role="status"
          dir={isRightToLeft ? "rtl" : "ltr"}
          className="pointer-events-none absolute top-2 w-max rounded-xl border border-line-strong bg-raised px-3 py-2 text-ink text-sm print:hidden"
          style={{ maxWidth: TIP_WIDTH, left: Math.max(0, Math.min(room.width - TIP_WIDTH, at + 12)) }}
        >
          <Tip point={points[active]} drawn={drawn} whole={figures.whole} />
        </div>
      )}
    </figure>
  );
}

type Point = BarsProps["points"][number];
type Given = Omit<BarsProps, "label" | "seriesBefore">;
type Chart = Given & ReturnType<typeof plotOf> & ReturnType<typeof useFigures> & { isRightToLeft: boolean };

/** A series with its values; `isBroken`: of the days before, as a broken line. */
interface Drawn {
  name: string;
  colour: Colour;
  isBroken?: boolean;
  of: (point: Point) => number | null;
}

/** Values in a few letters, and whole. */
function useFigures(isPercent: boolean, isRightToLeft: boolean) {
  const format = useFormatter();
  const percent = { style: "percent", maximumFractionDigits: 0 } as const;
  return {
    short: (value: number) =>
      // The drawing's direction would turn figure and word of a label around.
      isolate(format.number(value, isPercent ? percent : { notation: "compact" }), isRightToLeft),
    whole: (value: number) => format.number(value, isPercent ? { ...percent, maximumFractionDigits: 1 } : {}),
  };
}

/** Where values and points are drawn in the room. */
function plotOf(
  { points, series, max, isLine = false, isPercent = false }: Given,
  room: typeof ROOM,
  isRightToLeft: boolean,
) {
  const { end, ticks } = axisOf(points, max, isPercent);
  const width = Math.max(1, room.width - MARGIN.axis - MARGIN.end);
  const bottom = room.height - MARGIN.bottom;
  const height = bottom - MARGIN.top;
  const band = (width - (isLine ? 2 * LINE_PADDING : 0)) / Math.max(1, points.length - (isLine ? 1 : 0));
  const gaps = BAR.gap * (series.length - 1);
  const barWidth = Math.min(BAR.widthMax, (band * BAR.shareOfGroup - gaps) / series.length);
  const longest = Math.max(0, ...points.map(({ name }) => name.length)) * LETTER_PX + LABEL_GAP;
  const y = (value: number) => bottom - (Math.min(value, max ?? value) / end) * height;
  /** Where a place along the axis is drawn, counted from where reading begins. */
  const x = (along: number) => (isRightToLeft ? room.width - MARGIN.axis - along : MARGIN.axis + along);
  const middle = (point: number) => (isLine ? LINE_PADDING + band * point : band * (point + 0.5));
  return {
    ...{ ticks, width, bottom, height, band, barWidth, x, y, middle },
    groupWidth: series.length * barWidth + gaps,
    labelEvery: Math.max(1, Math.ceil(longest / band)),
    pathOf: (values: readonly (number | null)[]) => {
      const commandOf = (point: number) => ((values[point - 1] ?? null) === null ? "M" : "L");
      return values
        .map((value, point) => (value === null ? "" : `${commandOf(point)}${x(middle(point))},${y(value)}`))
        .join("");
    },
    /** The point that is pointed at. */
    pointAt: (event: PointerEvent<SVGSVGElement>) => {
      const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
      const along = isRightToLeft ? room.width - MARGIN.axis - left : left - MARGIN.axis;
      const point = isLine ? Math.round((along - LINE_PADDING) / band) : Math.floor(along / band);
      return point >= 0 && point < points.length ? point : null;
    },
  };
}

function Axis({ ticks, x, y, width, isRightToLeft, short }: Chart) {
  const textAnchor = isRightToLeft ? "start" : "end";
  return ticks.map((tick) => (
    <g key={tick}>
      <path d={`M${x(0)},${y(tick)}H${x(width)}`} stroke={`var(--line${tick === 0 ? "-strong" : ""})`} />
      <text x={x(-8)} y={y(tick)} dy="0.32em" textAnchor={textAnchor} fill="var(--ink-soft)">
        {short(tick)}
      </text>
    </g>
  ));
}

function PointNames({ points, labelEvery, x, middle, bottom, isRightToLeft }: Chart) {
  return points.map(({ name }, point) =>
    point % labelEvery === 0 ? (
      <text key={name} x={x(middle(point))} y={bottom + 18} textAnchor="middle" fill="var(--ink-soft)">
        {isolate(name, isRightToLeft)}
      </text>
    ) : null,
  );
}

/** A line with its points, or a bar of each group. */
function Series({ index, active, ...chart }: Chart & { index: number; active: number | null }) {
  const { points, series, max = Number.POSITIVE_INFINITY, isLine, x, y, middle, bottom, barWidth } = chart;
  const navigation = useNavigation();
  const colour = series[index]?.colour ?? "accent";
  const press = (point: number) => {
    const href = chart.hrefOf?.(point, index);
    return href === undefined ? {} : { className: "cursor-pointer", onClick: () => navigation.push(href) };
  };
  return (
    <g data-series={index}>
      {isLine && (
        <path
          d={chart.pathOf(points.map(({ values }) => values[index] ?? null))}
          fill="none"
          {...ink(colour)}
        />
      )}
      {points.map(({ name, values }, point) => {
        const value = values[index] ?? null;
        if (value === null || (value === 0 && !isLine)) return null;
        const begin = middle(point) - chart.groupWidth / 2 + index * (barWidth + BAR.gap);
        const top = Math.min(y(value), bottom - BAR.heightMin);
        return (
          <g key={name} fill={`var(--${colour})`} {...press(point)}>
            {isLine ? (
              <circle cx={x(middle(point))} cy={y(value)} r={point === active ? 6 : 3} />
            ) : (
              <CutBar
                x={x(chart.isRightToLeft ? begin + barWidth : begin)}
                y={top}
                width={barWidth}
                height={bottom - top}
                whole={value > max ? chart.short(value) : null}
                level={index}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The values of the point that is looked at, in words. */
function Tip({ point, drawn, whole }: Pick<Chart, "whole"> & { point: Point | undefined; drawn: Drawn[] }) {
  if (point === undefined) return null;
  return (
    <>
      <p className="m-0">{point.name}</p>
      {drawn.map(({ name, of }) => {
        const value = of(point);
        return value === null ? null : <p key={name} className="m-0">{`${name}: ${whole(value)}`}</p>;
      })}
    </>
  );
}

function isolate(text: string, isRightToLeft: boolean): string {
  return isRightToLeft ? `\u2067${text}\u2069` : text;
}

/** The room of an element, as it changes. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(ROOM);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      if (width > 0 && height > 0) setRoom({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [room, ref] as const;
}

/** Where the axis ends, and the values that it names. */
function axisOf(points: BarsProps["points"], max: number | undefined, isPercent: boolean) {
  if (max !== undefined) return { end: max * LABEL_ROOM, ticks: QUARTERS.map((share) => share * max) };
  const largest = Math.max(
    0,
    ...points.flatMap(({ values, before = [] }) => [...values, ...before].map(Number)),
  );
  const rough = (largest || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = power * (STEPS.find((candidate) => candidate * power >= rough) ?? 10);
  const step = isPercent ? nice : Math.max(1, Math.ceil(nice));
  const count = Math.max(1, Math.ceil(largest / step));
  return { end: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

function Names({ drawn, isRightToLeft }: { drawn: readonly Drawn[]; isRightToLeft: boolean }) {
  return (
    <ul
      dir={isRightToLeft ? "rtl" : "ltr"}
      className="flex flex-wrap justify-center gap-x-4 text-ink-soft text-sm"
    >
      {drawn.map(({ name, colour, isBroken }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          {isBroken ? (
            <svg aria-hidden className="h-3 w-5">
              <path d="M0,6H20" {...BROKEN} {...ink(colour)} />
            </svg>
          ) : (
            <span aria-hidden className="size-3 rounded-xs" style={{ background: `var(--${colour})` }} />
          )}
          {name}
        </li>
      ))}
    </ul>
  );
}
