import { useQuery } from "@tanstack/react-query";
import { LockOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActConfirm } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { moneyColumn, pointsColumn, Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { reports as api } from "@/lib/areas/reports/contract";
import type { MonthChange, RollForwardReport } from "@/lib/areas/reports/owed-schemas";
import { useMonthName } from "./day-name";

/** Opens the last closed month again, after each figure that would change was shown. */
export function ReopenButton({ month }: { month: string }) {
  const t = useTranslations("reports.rollForward.reopen");
  const monthName = useMonthName();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <>
      <Button size="small" icon={LockOpen} className="print:hidden" onPress={() => setAsking(true)}>
        {t("button")}
      </Button>
      {isAsking && (
        <ActConfirm
          title={t("title", { month: monthName(month) })}
          confirmLabel={t("button")}
          act={api.reopenMonth}
          asked={{ body: { month, reason } }}
          isReady={reason.trim() !== ""}
          said={t("done")}
          onClose={() => setAsking(false)}
        >
          {(problemOf) => (
            <div className="grid gap-4">
              <p>{t("text")}</p>
              <Changes month={month} />
              <TextField
                label={t("reason")}
                value={reason}
                onChange={setReason}
                errorMessage={problemOf("reason")}
                maxLength={250}
                isRequired
                autoComplete="off"
              />
            </div>
          )}
        </ActConfirm>
      )}
    </>
  );
}

function Changes({ month }: { month: string }) {
  const query = useQuery(ask(api.monthChanges, { query: { month } }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-32 rounded-2xl" />}>
      {({ changes, currency }) => <ChangesTable changes={changes} currency={currency} />}
    </QueryState>
  );
}

/** Each figure that is told differently, as it was closed and as it is now. */
function ChangesTable({ changes, currency }: { changes: readonly MonthChange[]; currency: string }) {
  const t = useTranslations("reports.rollForward.reopen");
  const tRows = useTranslations("reports.rollForward");
  const tStates = useTranslations("reports.owed.states");
  if (changes.length === 0) return <p>{t("nothing")}</p>;
  const nameOf = ({ of }: MonthChange) => {
    if (of === "opening" || of === "closing" || of === "revalued") return tRows(of);
    return of.startsWith("state_")
      ? tStates(of.slice("state_".length) as "spendable")
      : tRows(`kinds.${of as "issued"}`);
  };
  return (
    <Table<MonthChange>
      label={t("changes")}
      rows={changes}
      rowKey={({ of }) => of}
      columns={[
        { id: "name", header: tRows("row"), cell: nameOf },
        pointsColumn("closed", t("pointsThen"), ({ closed }) => closed.points),
        pointsColumn("now", t("pointsNow"), ({ now }) => now.points),
        moneyColumn("closedValue", t("worthThen"), ({ closed }) => closed.value, currency),
        moneyColumn("nowValue", t("worthNow"), ({ now }) => now.value, currency),
      ]}
    />
  );
}

/** Says of a month that was opened again by whom and why, and what is told differently since. */
export function OpenedMonth({
  opened,
  currency,
}: {
  opened: NonNullable<RollForwardReport["opened"]>;
  currency: string;
}) {
  const t = useTranslations("reports.rollForward.reopen");
  return (
    <div className="grid gap-3">
      <Notice kind="info">
        {t.rich(opened.approvedBy === null ? "openedAlone" : "opened", {
          name: opened.by,
          approver: opened.approvedBy ?? "",
          reason: opened.reason,
          who: (chunks) => <bdi>{chunks}</bdi>,
          when: () => <DateTime value={opened.at} />,
        })}
      </Notice>
      <ChangesTable changes={opened.changes} currency={currency} />
    </div>
  );
}
