"use client";

import { parseDate } from "@internationalized/date";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { QueryState } from "@/components/kit/query-state";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DaysField } from "@/components/ui/date-field";
import { DateTime, Figure, Points } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/states";
import { type Column, moneyColumn, Table } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import { reports as api } from "@/lib/areas/reports/contract";
import type { RollForwardReport } from "@/lib/areas/reports/schemas";
import { measureOf } from "@/lib/areas/reports/words";
import { FileLink } from "./chart-frame";
import { useMonthName, useRangeName } from "./day-name";
import type { DayRange } from "./day-ranges";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";

interface Row {
  id: string;
  name: string;
  href?: string;
  entries?: number;
  spendable?: number;
  suspended?: number;
  points: number | null;
  value: number;
  isState?: boolean;
}

/** From the points owed before some days to those owed after them, a row for each kind of transaction. */
export function RollForwardCard() {
  const t = useTranslations("reports.rollForward");
  const rangeName = useRangeName();
  const [range, setRange] = useState<DayRange>();
  const ownId = useMe().merchant?.id ?? null;
  const [isOwn, setOwn] = useState(false);
  const asked = { ...range, ...(isOwn && ownId !== null && { merchantId: ownId }) };
  const query = useQuery(
    ask(api.rollForward, { query: asked }, { staleTime: 60_000, placeholderData: keepPreviousData }),
  );
  return (
    <QueryState query={query} loading={<Skeleton className="h-96 rounded-2xl" />}>
      {(report) => (
        <Card
          title={t("title")}
          description={
            <>
              <span className="hidden print:inline">{rangeName(report.range)}. </span>
              {t("lead")}
            </>
          }
          actions={<FileLink address={reportFileAddress("rollForward", asked)} title={t("title")} />}
        >
          <div
            aria-busy={query.isPlaceholderData}
            className="grid gap-4 transition-opacity aria-busy:opacity-60"
          >
            <div className="flex flex-wrap items-end gap-4 print:hidden">
              <MonthSelect range={report.range} closed={report.closedMonths} onChange={setRange} />
              <DaysField
                label={t("days")}
                className="max-w-full flex-auto basis-76"
                from={report.range.from}
                until={report.range.to}
                maxValue={parseDate(report.range.today)}
                onChange={(from, to) => from && to && setRange({ from, to })}
              />
              {ownId !== null && (
                <Select<"programme" | "own">
                  label={t("of")}
                  className="flex-1 basis-52"
                  options={[
                    { id: "programme", label: t("inProgramme") },
                    { id: "own", label: t("atOwn") },
                  ]}
                  value={isOwn ? "own" : "programme"}
                  onChange={(chosen) => setOwn(chosen === "own")}
                />
              )}
            </div>
            <Standing report={report} />
            <Rows report={report} />
          </div>
        </Card>
      )}
    </QueryState>
  );
}

const MONTHS_OFFERED = 12;

/** One press for a whole month, the one under way first. */
function MonthSelect({
  range,
  closed,
  onChange,
}: {
  range: RollForwardReport["range"];
  /** First days of closed months. */
  closed: readonly string[];
  onChange: (range: DayRange) => void;
}) {
  const t = useTranslations("reports.rollForward");
  const monthName = useMonthName();
  const today = parseDate(range.today);
  const first = today.set({ day: 1 });
  const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => first.subtract({ months: back }));
  const lastOf = (month: typeof first) => {
    const last = month.add({ months: 1 }).subtract({ days: 1 });
    return last.compare(today) > 0 ? today : last;
  };
  const chosen = months.find(
    (month) => month.toString() === range.from && lastOf(month).toString() === range.to,
  );
  return (
    <Select<string>
      label={t("month")}
      className="flex-1 basis-52"
      options={[
        ...months.map(String).map((id) => ({
          id,
          label: closed.includes(id) ? t("closedMonth", { month: monthName(id) }) : monthName(id),
        })),
        ...(chosen === undefined ? [{ id: "other", label: t("otherDays") }] : []),
      ]}
      value={chosen?.toString() ?? "other"}
      onChange={(id) => {
        if (id === "other") return;
        const month = parseDate(id);
        onChange({ from: id, to: lastOf(month).toString() });
      }}
    />
  );
}

/** Whether the figures tie out, and whether the month is closed. */
function Standing({ report }: { report: RollForwardReport }) {
  const t = useTranslations("reports.rollForward");
  const { user } = useMe();
  const monthName = useMonthName();
  const { isEqual, closed, canClose, closeFirst, range, closing } = report;
  const amounts = useAmounts();
  const [isClosing, setClosing] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <Status tone={isEqual ? "success" : "danger"}>{t(isEqual ? "tiesOut" : "doesNotTieOut")}</Status>
      {closed !== null && (
        <Status tone="neutral">
          {t.rich("closed", {
            name: closed.by,
            who: (chunks) => <bdi>{chunks}</bdi>,
            when: () => <DateTime value={closed.at} />,
          })}
        </Status>
      )}
      {closeFirst !== null && may(user, api.closeMonth) && (
        <span className="print:hidden">{t("closeFirst", { month: monthName(closeFirst) })}</span>
      )}
      {canClose && may(user, api.closeMonth) && (
        <Button size="small" icon={Lock} className="print:hidden" onPress={() => setClosing(true)}>
          {t("close")}
        </Button>
      )}
      {isClosing && (
        <ActConfirm
          size="small"
          title={t("closeTitle", { month: monthName(range.from) })}
          confirmLabel={t("close")}
          act={api.closeMonth}
          asked={{ body: { month: range.from } }}
          said={t("closedNow")}
          onClose={() => setClosing(false)}
        >
          <p>
            {t("closeText", { points: amounts.points(closing.points), money: amounts.money(closing.value) })}
          </p>
        </ActConfirm>
      )}
    </div>
  );
}

function Rows({ report }: { report: RollForwardReport }) {
  const t = useTranslations("reports.rollForward");
  const { opening, rows, revalued, closing, range, merchantId, currency } = report;
  const days = { from: range.from, to: range.to, ...(merchantId !== null && { merchantId }) };
  const all: Row[] = [
    { id: "opening", name: t("opening"), ...opening, isState: true },
    ...rows.map((row): Row => {
      const measure = measureOf(row);
      const undid = row.cancelledLogTypeId ?? undefined;
      return {
        ...row,
        id: measure,
        name: t(`kinds.${measure}`),
        href: entriesAddress({ ...days, kinds: String(row.logTypeId), undid }),
        points: row.spendable + row.suspended,
      };
    }),
    ...(revalued === 0 ? [] : [{ id: "revalued", name: t("revalued"), points: null, value: revalued }]),
    { id: "closing", name: t("closing"), ...closing, isState: true },
  ];
  const number = (id: "spendable" | "suspended"): Column<Row> => ({
    id,
    header: t(id),
    isNumeric: true,
    isHiddenWhenNarrow: () => true,
    cell: (row) => row[id] !== undefined && <Points value={row[id]} isBare isSigned />,
  });
  return (
    <Table<Row>
      label={t("title")}
      rows={all}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("row"),
          cell: ({ name, href, isState }) => {
            if (href !== undefined) return <EntriesLink href={href}>{name}</EntriesLink>;
            return isState ? <strong>{name}</strong> : name;
          },
        },
        {
          id: "entries",
          header: t("entries"),
          isNumeric: true,
          cell: ({ entries }) => entries !== undefined && <Figure value={entries} />,
        },
        number("spendable"),
        number("suspended"),
        {
          id: "points",
          header: t("points"),
          isNumeric: true,
          cell: ({ points, isState }) =>
            points !== null && <Points value={points} isBare isSigned={!isState} />,
        },
        moneyColumn("value", t("value"), ({ value }) => value, currency),
      ]}
    />
  );
}
