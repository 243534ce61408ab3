"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { may } from "@/components/kit/may";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTime, Figure, Points } from "@/components/ui/format";
import { type Column, moneyColumn, Table } from "@/components/ui/table";
import { useAmounts } from "@/components/wallet/use-amounts";
import { reports as api } from "@/lib/areas/reports/contract";
import type { RollForwardQuery, RollForwardReport } from "@/lib/areas/reports/owed-schemas";
import { measureOf } from "@/lib/areas/reports/words";
import { FileLink } from "./chart-frame";
import { CountedNotice } from "./counted-notice";
import { useMonthName } from "./day-name";
import { entriesAddress } from "./entries-address";
import { EntriesLink } from "./entries-link";
import { reportFileAddress } from "./file-address";
import { OpenedMonth, ReopenButton } from "./reopen-month";

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
export function RollForwardCard({
  report,
  asked,
}: {
  report: RollForwardReport;
  /** The request that it answers; its file is asked for in the same way. */
  asked: RollForwardQuery;
}) {
  const t = useTranslations("reports.rollForward");
  return (
    <Card
      title={t("title")}
      description={t("lead")}
      actions={<FileLink address={reportFileAddress("rollForward", asked)} title={t("title")} />}
    >
      <div className="grid gap-4">
        <CountedNotice counted={report.counted} />
        <Standing report={report} />
        {report.opened !== null && <OpenedMonth opened={report.opened} currency={report.currency} />}
        <Rows report={report} />
      </div>
    </Card>
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
      {report.canReopen && may(user, api.reopenMonth) && <ReopenButton month={range.from} />}
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
