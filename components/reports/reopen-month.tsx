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
import { TextField } from "@/components/ui/text-field";
import { reports as api } from "@/lib/areas/reports/contract";
import type { RollForwardReport } from "@/lib/areas/reports/owed-schemas";
import { useMonthName } from "./day-name";
import { MonthChanges } from "./month-changes";

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
      {({ changes, currency }) => <MonthChanges changes={changes} currency={currency} />}
    </QueryState>
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
      <MonthChanges changes={opened.changes} currency={currency} />
    </div>
  );
}
