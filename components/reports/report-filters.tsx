"use client";

import { parseDate } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { DaysField } from "@/components/ui/date-field";
import { Select } from "@/components/ui/select";
import type { Comparison, Report, ReportQuery } from "@/lib/areas/reports/schemas";
import { COMPARISONS } from "@/lib/areas/reports/words";
import { PRESETS, type Preset, presetOf, rangeOf } from "./day-ranges";
import { WhoseFields } from "./whose-fields";

interface ReportFiltersProps {
  range: Report["range"];
  compared: Report["compared"];
  query: ReportQuery;
  onChange: (changes: ReportQuery) => void;
}

const FIELD = "flex-1 basis-52";
const DAYS = "max-w-full flex-auto basis-76";

/** Which days, and whose. */
export function ReportFilters({ range, compared, query, onChange }: ReportFiltersProps) {
  const t = useTranslations("reports");
  const preset = presetOf(range, range.today);
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
      <DaysField
        label={t("days")}
        className={DAYS}
        from={range.from}
        until={range.to}
        maxValue={parseDate(range.today)}
        onChange={(from, to) => from && to && onChange({ from, to })}
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
        <DaysField
          label={t("compare.days")}
          className={DAYS}
          from={compared.from}
          until={compared.to}
          maxValue={parseDate(range.today)}
          onChange={(from, to) => from && to && onChange({ compareFrom: from, compareTo: to })}
        />
      )}
      <WhoseFields
        merchantId={query.merchantId}
        branchId={query.branchId}
        className={FIELD}
        onChange={onChange}
      />
    </div>
  );
}
