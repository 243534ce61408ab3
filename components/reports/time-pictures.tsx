"use client";

import { useTranslations } from "next-intl";
import { pointsColumn, Table } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { KindSum, Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { measured } from "@/lib/areas/reports/words";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { ChartFrame } from "./chart-frame";
import { useDayName } from "./day-name";
import { rangeOfSlot, slotsOf } from "./day-ranges";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { MeasuresTable } from "./report-table";

const NONE: readonly KindSum[] = [];

interface Slot {
  day: string;
  name: string;
  kinds: readonly KindSum[];
  activeWallets: number | null;
  /** The slot in the same place of the days compared with; null where these are fewer, or none. */
  before: { name: string; kinds: readonly KindSum[] } | null;
  /** The entries behind it, of all kinds. */
  behind: { from: string; to: string };
}

/** The picture's places in time, one beside what it is compared with. */
function useSlots({ range, compared, grain, series, seriesBefore }: Report): Slot[] {
  const nameOf = useDayName(grain);
  const of = new Map(series.map((slot) => [slot.day, slot]));
  const ofBefore = new Map(seriesBefore.map((slot) => [slot.day, slot]));
  const slotsBefore = compared === null ? [] : slotsOf(compared, grain);
  return slotsOf(range, grain).map((day, place) => {
    const dayBefore = slotsBefore[place];
    return {
      day,
      name: nameOf(day),
      kinds: of.get(day)?.kinds ?? NONE,
      activeWallets: of.get(day)?.activeWallets ?? null,
      before:
        dayBefore === undefined
          ? null
          : { name: nameOf(dayBefore), kinds: ofBefore.get(dayBefore)?.kinds ?? NONE },
      behind: rangeOfSlot(day, range, grain),
    };
  });
}

const ISSUED = { kinds: String(LOG_TYPE.reward) };
const REDEEMED = { kinds: String(LOG_TYPE.redemption) };
const BOTH = { kinds: `${ISSUED.kinds},${REDEEMED.kinds}` };

/** Earned and spent points of each day or month, and whether more is spent than before of those earned. */
export function TimePictures({ report, query }: { report: Report; query: ReportQuery }) {
  const t = useTranslations("reports");
  const slots = useSlots(report);
  const { grain, compared, range } = report;
  const title = t(grain === "day" ? "byDay" : "byMonth");
  const place = { merchantId: query.merchantId, branchId: query.branchId };
  const addressOf = (slot: Slot, kinds: { kinds?: string }) =>
    entriesAddress({ ...slot.behind, ...place, ...kinds });
  const hrefOf = (point: number, kinds: { kinds?: string }) => {
    const slot = slots[point];
    return slot && addressOf(slot, kinds);
  };
  const points = (kinds: readonly KindSum[]) => [
    measured(kinds, "issued").points,
    measured(kinds, "redeemed").points,
  ];
  return (
    <>
      <ChartFrame
        title={title}
        fileAddress={reportFileAddress("days", { ...range, ...place })}
        nothing={t("nothing")}
        bars={{
          label: title,
          series: [
            { name: t("measures.issued"), colour: "accent" },
            { name: t("measures.redeemed"), colour: "warning" },
          ],
          ...(compared !== null && {
            seriesBefore: [
              { name: t("compare.issued"), colour: "accent" },
              { name: t("compare.redeemed"), colour: "warning" },
            ],
          }),
          points: slots.map(({ name, kinds, before }) => ({
            name,
            values: points(kinds),
            ...(before !== null && { before: points(before.kinds), nameBefore: before.name }),
          })),
          hrefOf: (point, series) => hrefOf(point, series === 0 ? ISSUED : REDEEMED),
        }}
        table={
          <MeasuresTable
            label={title}
            nameHeader={t(grain === "day" ? "day" : "month")}
            rows={slots
              .filter(({ kinds, before }) => kinds.length > 0 || (before?.kinds.length ?? 0) > 0)
              .map((slot) => ({
                key: slot.day,
                name: <EntriesLink href={addressOf(slot, {})}>{slot.name}</EntriesLink>,
                kinds: slot.kinds,
                activeWallets: slot.activeWallets,
                ...(compared !== null && { before: slot.before?.kinds ?? [] }),
              }))}
          />
        }
      />
      <RateFrame
        slots={slots}
        hasBefore={compared !== null}
        nameHeader={t(grain === "day" ? "day" : "month")}
        hrefOf={(slot) => addressOf(slot, BOTH)}
      />
    </>
  );
}

/** Of the points earned in a place of time, how many were spent in it; null where none were earned. */
function rateOf(kinds: readonly KindSum[]): number | null {
  const issued = measured(kinds, "issued").points;
  return issued === 0 ? null : measured(kinds, "redeemed").points / issued;
}

interface RateFrameProps {
  slots: readonly Slot[];
  hasBefore: boolean;
  nameHeader: string;
  hrefOf: (slot: Slot) => string;
}

function RateFrame({ slots, hasBefore, nameHeader, hrefOf }: RateFrameProps) {
  const t = useTranslations("reports.rate");
  const format = useFormatter();
  const percent = (rate: number | null) =>
    rate === null ? "–" : format.number(rate, { style: "percent", maximumFractionDigits: 1 });
  const rateColumn = (id: "now" | "before", of: (slot: Slot) => number | null) => ({
    ...{ id, header: t(id), isNumeric: true },
    cell: (slot: Slot) => <bdi className="figures">{percent(of(slot))}</bdi>,
  });
  return (
    <ChartFrame
      title={t("title")}
      description={t("description")}
      nothing={t("nothing")}
      bars={{
        label: t("title"),
        isLine: true,
        isPercent: true,
        series: [{ name: t("now"), colour: "accent" }],
        ...(hasBefore && { seriesBefore: [{ name: t("before"), colour: "accent" as const }] }),
        points: slots.map(({ name, kinds, before }) => ({
          name,
          values: [rateOf(kinds)],
          ...(before !== null && { before: [rateOf(before.kinds)], nameBefore: before.name }),
        })),
        hrefOf: (point) => {
          const slot = slots[point];
          return slot && hrefOf(slot);
        },
      }}
      table={
        <Table<Slot>
          label={t("title")}
          rows={slots.filter(({ kinds, before }) => kinds.length > 0 || (before?.kinds.length ?? 0) > 0)}
          rowKey={({ day }) => day}
          columns={[
            {
              id: "day",
              header: nameHeader,
              cell: (slot) => <EntriesLink href={hrefOf(slot)}>{slot.name}</EntriesLink>,
            },
            pointsColumn("issued", t("issued"), ({ kinds }) => measured(kinds, "issued").points),
            pointsColumn("redeemed", t("redeemed"), ({ kinds }) => measured(kinds, "redeemed").points),
            rateColumn("now", ({ kinds }) => rateOf(kinds)),
            ...(hasBefore ? [rateColumn("before", ({ before }) => before && rateOf(before.kinds))] : []),
          ]}
        />
      }
    />
  );
}
