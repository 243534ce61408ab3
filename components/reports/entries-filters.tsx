"use client";

import { parseDate } from "@internationalized/date";
import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { groupsOf, KIND_GROUP_NAMES, type KindGroup, kindsOf } from "@/components/entries/kind-groups";
import { useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { ComboBox } from "@/components/ui/combo-box";
import { DateRangePicker } from "@/components/ui/date-field";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { ToggleChips } from "@/components/ui/toggle-chips";
import type { ReportEntriesFilters } from "@/lib/areas/reports/schemas";
import { useDayName } from "./day-name";
import { useReportChoices } from "./use-report-choices";

const FIELD = "flex-1 basis-44";
const ANY = -1;
const NO_BRANCH = 0;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** From Saturday on; 1 is Monday. */
const WEEKDAYS = [6, 7, 1, 2, 3, 4, 5] as const;

/** Filters that only a report's bar sets. */
const ONE_ONLY = ["tierId", "userId", "item", "since"] as const;

type Changes = { readonly [Name in keyof ReportEntriesFilters]?: ReportEntriesFilters[Name] | undefined };

/** Which days and hours, whose, and of which kind. Each filter that a report's bar set can be taken away. */
export function EntriesFilters({
  filters,
  onChange,
}: {
  filters: ReportEntriesFilters;
  onChange: (changes: Changes) => void;
}) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useNameOf();
  const monthName = useDayName("month");
  const { data } = useReportChoices();
  const { expires, merchantId, branchId, from, to, hour, weekday, kinds } = filters;
  if (expires !== undefined)
    return (
      <Notice
        kind="info"
        actions={
          <Button size="small" onPress={() => onChange({ expires: undefined })}>
            {t("reports.entriesPage.allEntries")}
          </Button>
        }
      >
        {expires === "never"
          ? t("reports.entriesPage.neverExpires")
          : t("reports.entriesPage.expires", { month: monthName(`${expires}-01`) })}
      </Notice>
    );
  const kindName = (group: KindGroup) =>
    group === "adjustments" || group === "transfers"
      ? t(`entries.filters.${group}`)
      : t(`entries.kinds.${group}`);
  const branches = data?.branches.filter(
    (branch) => merchantId === undefined || branch.merchantId === merchantId,
  );
  const noBranch = { id: NO_BRANCH, label: t("reports.noBranch") };
  return (
    <search aria-label={t("entries.filters.title")} className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <DateRangePicker
        label={t("reports.days")}
        description={from === undefined || to === undefined ? t("reports.entriesPage.last30") : undefined}
        className="max-w-full flex-auto basis-76"
        value={from !== undefined && to !== undefined ? { start: parseDate(from), end: parseDate(to) } : null}
        onChange={(range) => onChange({ from: range?.start.toString(), to: range?.end.toString() })}
      />
      {data !== undefined && data.merchants.length > 0 && (
        <ComboBox<number>
          key={`merchant ${merchantId}`}
          label={t("reports.merchant")}
          className={FIELD}
          placeholder={t("reports.allMerchants")}
          options={data.merchants.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) }))}
          value={merchantId ?? null}
          onChange={(chosen) => onChange({ merchantId: chosen ?? undefined, branchId: undefined })}
        />
      )}
      <ComboBox<number>
        key={`branch ${branchId} ${merchantId} ${branches?.length}`}
        label={t("reports.branch")}
        className={FIELD}
        placeholder={t("reports.allBranches")}
        options={[noBranch, ...(branches ?? []).map((branch) => ({ id: branch.id, label: nameOf(branch) }))]}
        value={branchId ?? null}
        onChange={(chosen) => onChange({ branchId: chosen ?? undefined })}
      />
      <Select<number>
        label={t("reports.entriesPage.weekday")}
        className={FIELD}
        options={[
          { id: ANY, label: t("reports.entriesPage.anyWeekday") },
          ...WEEKDAYS.map((id) => ({
            id,
            label: format.dateTime(new Date(Date.UTC(2024, 0, id)), { weekday: "long", timeZone: "UTC" }),
          })),
        ]}
        value={weekday ?? ANY}
        onChange={(id) => onChange({ weekday: id === ANY ? undefined : id })}
      />
      <Select<number>
        label={t("reports.entriesPage.hour")}
        className={FIELD}
        options={[
          { id: ANY, label: t("reports.entriesPage.anyHour") },
          ...HOURS.map((id) => ({
            id,
            label: format.dateTime(new Date(Date.UTC(2024, 0, 1, id)), {
              hour: "2-digit",
              minute: "2-digit",
              timeZone: "UTC",
            }),
          })),
        ]}
        value={hour ?? ANY}
        onChange={(id) => onChange({ hour: id === ANY ? undefined : id })}
      />
      <ToggleChips
        label={t("entries.filters.kinds")}
        options={KIND_GROUP_NAMES.map((id) => ({ id, label: kindName(id) }))}
        values={groupsOf(kinds)}
        onChange={(groups) => onChange({ kinds: kindsOf(groups) })}
        className="w-full"
      />
      {ONE_ONLY.filter((name) => filters[name] !== undefined).map((name) => (
        <Button key={name} size="small" icon={X} onPress={() => onChange({ [name]: undefined })}>
          {t(`reports.entriesPage.only.${name}`)}
        </Button>
      ))}
    </search>
  );
}
