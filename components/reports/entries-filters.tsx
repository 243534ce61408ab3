"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { KindChips } from "@/components/entries/kind-chips";
import { Button } from "@/components/ui/button";
import { DaysField } from "@/components/ui/date-field";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { Notice } from "@/components/ui/notice";
import { FilterSelect } from "@/components/ui/select";
import { useFormatter } from "@/components/ui/use-formatter";
import type { ReportEntriesFilters } from "@/lib/areas/reports/schemas";
import { useDayName } from "./day-name";
import { WhoseFields } from "./whose-fields";

const FIELD = "flex-1 basis-44";
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const CLOCK = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;

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
  const monthName = useDayName("month");
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
  return (
    <search aria-label={t("entries.filters.title")} className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <DaysField
        label={t("reports.days")}
        description={from === undefined || to === undefined ? t("reports.entriesPage.last30") : undefined}
        className="max-w-full flex-auto basis-76"
        from={from}
        until={to}
        onChange={(from, to) => onChange({ from, to })}
      />
      <WhoseFields {...{ merchantId, branchId, onChange }} className={FIELD} isBranchless />
      <FilterSelect
        label={t("reports.entriesPage.weekday")}
        className={FIELD}
        any={t("reports.entriesPage.anyWeekday")}
        options={weekdaysInOrder().map((id) => ({
          id,
          label: format.dateTime(new Date(Date.UTC(2024, 0, id)), { weekday: "long", timeZone: "UTC" }),
        }))}
        value={weekday}
        onChange={(weekday) => onChange({ weekday })}
      />
      <FilterSelect
        label={t("reports.entriesPage.hour")}
        className={FIELD}
        any={t("reports.entriesPage.anyHour")}
        options={HOURS.map((id) => ({
          id,
          label: format.dateTime(new Date(Date.UTC(2024, 0, 1, id)), CLOCK),
        }))}
        value={hour}
        onChange={(hour) => onChange({ hour })}
      />
      <KindChips kinds={kinds} onChange={(kinds) => onChange({ kinds })} />
      {ONE_ONLY.filter((name) => filters[name] !== undefined).map((name) => (
        <Button key={name} size="small" icon={X} onPress={() => onChange({ [name]: undefined })}>
          {t(`reports.entriesPage.only.${name}`)}
        </Button>
      ))}
    </search>
  );
}
