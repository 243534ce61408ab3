"use client";

import { parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { ComboBox } from "@/components/ui/combo-box";
import { DateRangePicker } from "@/components/ui/date-field";
import { Select } from "@/components/ui/select";
import type { Comparison, Report, ReportChoices, ReportQuery } from "@/lib/areas/reports/schemas";
import { COMPARISONS } from "@/lib/areas/reports/words";
import { PRESETS, type Preset, presetOf, rangeOf } from "./presets";
import { useReportChoices } from "./use-report-choices";

const NO_CHOICES: ReportChoices = { merchants: [], branches: [] };

interface ReportFiltersProps {
  range: Report["range"];
  compared: Report["compared"];
  query: ReportQuery;
  onChange: (changes: ReportQuery) => void;
}

const FIELD = "flex-1 basis-52";

/** Which days, and whose. */
export function ReportFilters({ range, compared, query, onChange }: ReportFiltersProps) {
  const t = useTranslations("reports");
  const { data: { merchants, branches } = NO_CHOICES } = useReportChoices();
  const preset = presetOf(range, range.today);
  const nameOf = useNameOf();
  const offered = branches.filter(
    ({ merchantId }) => query.merchantId === undefined || merchantId === query.merchantId,
  );
  return (
    <div className="flex flex-wrap items-end gap-4 print:hidden">
      <Select<Preset | "custom">
        label={t("period")}
        className={FIELD}
        options={[
          ...PRESETS.map((id) => ({ id, label: t(`presets.${id}`) })),
          ...(preset === null ? [{ id: "custom" as const, label: t("presets.custom") }] : []),
        ]}
        value={preset ?? "custom"}
        onChange={(chosen) => {
          if (chosen !== "custom") onChange(rangeOf(chosen, range.today));
        }}
      />
      <DateRangePicker
        label={t("days")}
        className="max-w-full flex-auto basis-76"
        value={{ start: parseDate(range.from), end: parseDate(range.to) }}
        maxValue={parseDate(range.today)}
        onChange={(chosen) => {
          if (chosen !== null) onChange({ from: chosen.start.toString(), to: chosen.end.toString() });
        }}
      />
      <Select<Comparison>
        label={t("compare.label")}
        className={FIELD}
        options={COMPARISONS.map((id) => ({ id, label: t(`compare.${id}`) }))}
        value={query.compare ?? "previous"}
        onChange={(compare) =>
          onChange({
            compare: compare === "previous" ? undefined : compare,
            // Own days begin with those that are shown.
            compareFrom: compare === "own" ? (compared ?? range).from : undefined,
            compareTo: compare === "own" ? (compared ?? range).to : undefined,
          })
        }
      />
      {query.compare === "own" && compared !== null && (
        <DateRangePicker
          label={t("compare.days")}
          className="max-w-full flex-auto basis-76"
          value={{ start: parseDate(compared.from), end: parseDate(compared.to) }}
          maxValue={parseDate(range.today)}
          onChange={(chosen) => {
            if (chosen !== null)
              onChange({ compareFrom: chosen.start.toString(), compareTo: chosen.end.toString() });
          }}
        />
      )}
      {merchants.length > 0 && (
        <ComboBox<number>
          key={`merchant ${query.merchantId}`}
          label={t("merchant")}
          className={FIELD}
          placeholder={t("allMerchants")}
          options={merchants.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) }))}
          value={query.merchantId ?? null}
          onChange={(merchantId) => onChange({ merchantId: merchantId ?? undefined, branchId: undefined })}
        />
      )}
      <ComboBox<number>
        key={`branch ${query.branchId} ${query.merchantId}`}
        label={t("branch")}
        className={FIELD}
        placeholder={t("allBranches")}
        options={offered.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
        value={query.branchId ?? null}
        onChange={(branchId) => onChange({ branchId: branchId ?? undefined })}
      />
    </div>
  );
}
