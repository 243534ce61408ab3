import { parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Card } from "@/components/ui/card";
import { ComboBox } from "@/components/ui/combo-box";
import { DaysField } from "@/components/ui/date-field";
import { Select } from "@/components/ui/select";
import type { RollForwardReport } from "@/lib/areas/reports/owed-schemas";
import type { ReportQuery } from "@/lib/areas/reports/schemas";
import { useMonthName } from "./day-name";
import type { DayRange } from "./day-ranges";
import { useReportChoices } from "./whose-fields";

const FIELD = "flex-1 basis-52";

/** The days that all figures of the page are of, and whose movements are shown. */
export function OwedHead({
  report: { range, closedMonths, seesWhole },
  whose,
  change,
}: {
  report: RollForwardReport;
  /** Null: the whole programme. */
  whose: number | undefined;
  change: (changes: ReportQuery) => void;
}) {
  const t = useTranslations("reports.rollForward");
  const tOwed = useTranslations("reports.owed");
  return (
    <Card className="print:hidden">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-4">
          <MonthSelect range={range} closed={closedMonths} onChange={change} />
          <DaysField
            label={t("days")}
            className="max-w-full flex-auto basis-76"
            from={range.from}
            until={range.to}
            maxValue={parseDate(range.today)}
            onChange={(from, to) => from && to && change({ from, to })}
          />
          {seesWhole && <Whose whose={whose} change={change} />}
        </div>
        <p className="text-ink-soft text-sm">{tOwed("oneDate")}</p>
      </div>
    </Card>
  );
}

/** The whole programme, or one merchant: any for an operator, their own for the people of the only merchant. */
function Whose({ whose, change }: { whose: number | undefined; change: (changes: ReportQuery) => void }) {
  const t = useTranslations("reports.rollForward");
  const nameOf = useNameOf();
  const own = useMe().merchant;
  const merchants = useReportChoices().data?.merchants ?? [];
  if (own !== null)
    return (
      <Select<"programme" | "own">
        label={t("of")}
        className={FIELD}
        options={[
          { id: "own", label: t("atOwn") },
          { id: "programme", label: t("inProgramme") },
        ]}
        value={whose === undefined ? "programme" : "own"}
        onChange={(chosen) =>
          change({ of: chosen === "programme" ? chosen : undefined, merchantId: undefined })
        }
      />
    );
  return (
    <ComboBox<number>
      key={`merchant ${whose} ${merchants.length}`}
      label={t("of")}
      className={FIELD}
      placeholder={t("inProgramme")}
      options={merchants.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) }))}
      value={whose ?? null}
      onChange={(chosen) => change({ merchantId: chosen ?? undefined, branchId: undefined })}
    />
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
