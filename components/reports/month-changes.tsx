import { useTranslations } from "next-intl";
import { moneyColumn, pointsColumn, Table } from "@/components/ui/table";
import type { MonthChange } from "@/lib/areas/reports/owed-schemas";
import { programmeCurrency } from "@/lib/platform/currency";

/** Each figure that is told differently, as it was closed and as it is now. */
export function MonthChanges({
  changes,
  currency = programmeCurrency(),
}: {
  changes: readonly MonthChange[];
  currency?: string;
}) {
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
