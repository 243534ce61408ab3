"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { figureColumn, pointsColumn, Table } from "@/components/ui/table";
import { ToggleChips } from "@/components/ui/toggle-chips";
import { useFormatter } from "@/components/ui/use-formatter";
import type { ReportDetails, ReportScopeQuery } from "@/lib/areas/reports/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { PictureFrame } from "./chart-frame";
import { fifthOf } from "./cut-axis";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";

/** The range that is asked about, its days known. */
export type Asked = ReportScopeQuery & { from: string; to: string };

export const KINDS = { reward: LOG_TYPE.reward, redemption: LOG_TYPE.redemption } as const;

export type Kind = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export const BOTH = Object.values(KINDS).join(",");

function useWeekdayName(): (weekday: number, width?: "short" | "long") => string {
  const format = useFormatter();
  // 1 January 2024 was a Monday.
  return (weekday, width = "short") =>
    format.dateTime(new Date(Date.UTC(2024, 0, weekday)), { weekday: width, timeZone: "UTC" });
}

function useHourName(): (hour: number) => string {
  const format = useFormatter();
  return (hour) =>
    format.dateTime(new Date(Date.UTC(2024, 0, 1, hour)), {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "UTC",
    });
}

/** Shades by fifths, so that one busy hour does not make all others look alike. Ink is readable on each. */
export const SHADES = [
  "",
  "bg-accent/8",
  "bg-accent/16",
  "bg-accent/25",
  "bg-accent/34",
  "bg-accent/44",
] as const;

type Hour = ReportDetails["hours"][number];

export function Hours({ hours, asked }: { hours: readonly Hour[]; asked: Asked }) {
  const t = useTranslations("reports.hours");
  const weekdayName = useWeekdayName();
  const hourName = useHourName();
  const [kinds, setKinds] = useState<Kind[]>([...KIND_NAMES]);
  const ids = kinds.map((kind) => KINDS[kind] as number);
  const shown = hours.filter(({ logTypeId }) => ids.includes(logTypeId));
  const hrefOf = (weekday: number, hour: number) =>
    entriesAddress({ ...asked, weekday, hour, kinds: ids.join(",") });
  return (
    <PictureFrame
      title={t("title")}
      description={t("description")}
      nothing={t("nothing")}
      picture={
        hours.length === 0 ? null : (
          <>
            <ToggleChips
              label={t("kinds")}
              options={KIND_NAMES.map((id) => ({ id, label: t(id) }))}
              values={kinds}
              onChange={(chosen) => setKinds(chosen.length === 0 ? [...KIND_NAMES] : chosen)}
              className="mb-4 print:hidden"
            />
            <Week hours={hours.map(({ hour }) => hour)} sums={shown} hrefOf={hrefOf} />
          </>
        )
      }
      table={
        <Table<Hour>
          label={t("title")}
          rows={shown}
          rowKey={({ weekday, hour, logTypeId }) => `${weekday} ${hour} ${logTypeId}`}
          columns={[
            {
              id: "when",
              header: t("when"),
              cell: ({ weekday, hour }) => (
                <EntriesLink href={hrefOf(weekday, hour)}>
                  {t("at", { weekday: weekdayName(weekday, "long"), hour: hourName(hour) })}
                </EntriesLink>
              ),
            },
            {
              id: "kind",
              header: t("kinds"),
              cell: ({ logTypeId }) => t(logTypeId === KINDS.reward ? "reward" : "redemption"),
            },
            figureColumn("entries", t("entries"), ({ entries }) => entries),
            pointsColumn("points", t("points"), ({ points }) => points),
          ]}
        />
      }
    />
  );
}

/** The days of a week beside each other, from the first hour in which there was something to the last. */
function Week({
  hours,
  sums,
  hrefOf,
}: {
  hours: readonly number[];
  sums: readonly Hour[];
  hrefOf: (weekday: number, hour: number) => string;
}) {
  const t = useTranslations("reports.hours");
  const weekdayName = useWeekdayName();
  const hourName = useHourName();
  const format = useFormatter();
  const first = Math.min(...hours);
  const rows = Array.from({ length: Math.max(...hours) - first + 1 }, (_, place) => {
    const hour = first + place;
    const cells = weekdaysInOrder().map((weekday) => {
      const found = sums.filter((sum) => sum.weekday === weekday && sum.hour === hour);
      const sumOf = (of: "entries" | "points") => found.reduce((total, sum) => total + sum[of], 0);
      return { weekday, entries: sumOf("entries"), points: sumOf("points") };
    });
    return { hour, cells };
  });
  const all = rows.flatMap(({ cells }) => cells.map(({ entries }) => entries));
  return (
    <table
      aria-label={t("title")}
      className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className="w-14 py-1 text-start font-medium text-ink-soft sm:w-20">
            {t("hour")}
          </th>
          {weekdaysInOrder().map((weekday) => (
            <th key={weekday} scope="col" className="py-1 font-medium text-ink-soft max-sm:text-xs">
              {weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ hour, cells }) => (
          <tr key={hour}>
            <th scope="row" className="whitespace-nowrap text-start font-normal text-ink-soft max-sm:text-xs">
              {hourName(hour)}
            </th>
            {cells.map(({ weekday, entries, points }) => (
              <td key={weekday} className={cx("rounded-sm p-0", SHADES[fifthOf(entries, all)])}>
                {entries > 0 && (
                  <Link
                    href={hrefOf(weekday, hour)}
                    prefetch={false}
                    title={t("cell", { entries, points })}
                    className="figures block rounded-sm py-1 hover:outline hover:outline-ink"
                  >
                    {format.number(entries, { notation: "compact" })}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
