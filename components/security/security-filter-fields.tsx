"use client";

import { parseDate } from "@internationalized/date";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { Button } from "@/components/ui/button";
import { ComboBox } from "@/components/ui/combo-box";
import { DateRangePicker } from "@/components/ui/date-field";
import { Select } from "@/components/ui/select";
import { useLanguage } from "@/components/ui/use-language";
import { audit } from "@/lib/areas/audit/contract";
import type { SecurityFilters } from "@/lib/areas/security/schemas";
import { ALL_SECURITY_KINDS, isSecurityKind } from "@/lib/portal/security-log/kinds";
import { useEventWords } from "./event-words";

const ALL = "all";
const GRAVE = "grave";
const FIELD = "flex-1 basis-52";

export function SecurityFilterFields({
  filters,
  change,
}: {
  filters: SecurityFilters;
  change: (changes: SecurityFilters) => void;
}) {
  const t = useTranslations("security");
  const words = useEventWords();
  const { compare } = new Intl.Collator(useLanguage());
  const { data } = useQuery(ask(audit.choices, {}, { staleTime: 60_000 }));
  const byWord = (one: { label: string }, other: { label: string }) => compare(one.label, other.label);
  const people = (data?.users ?? [])
    .map(({ id, name, username }) => ({ id, label: name, detail: username }))
    .sort(byWord);
  const kinds = ALL_SECURITY_KINDS.map((id) => ({ id: id as string, label: words.kind(id) })).sort(byWord);
  const { from, until, kind, grave } = filters;
  const period = from && until ? { start: parseDate(from), end: parseDate(until) } : null;
  return (
    <search aria-label={t("filters")} className="mb-5 grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ComboBox
          key={people.length}
          label={t("who")}
          className={FIELD}
          placeholder={t("everybody")}
          options={people}
          value={filters.who ?? null}
          onChange={(who) => change({ who: who ?? undefined })}
        />
        <Select<string>
          label={t("what")}
          className={FIELD}
          options={[{ id: ALL, label: t("everything") }, { id: GRAVE, label: t("onlyGrave") }, ...kinds]}
          value={kind ?? (grave === undefined ? ALL : GRAVE)}
          onChange={(chosen) =>
            change({
              kind: isSecurityKind(chosen) ? chosen : undefined,
              grave: chosen === GRAVE ? "yes" : undefined,
            })
          }
        />
        <MerchantChoice
          value={filters.merchant}
          onChange={(merchant) => change({ merchant })}
          className={FIELD}
        />
        <DateRangePicker
          label={t("period")}
          value={period}
          onChange={(range) => change({ from: range?.start.toString(), until: range?.end.toString() })}
          className="max-w-full flex-auto basis-76 sm:grow-0"
        />
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {period && (
          <Button icon={X} onPress={() => change({ from: undefined, until: undefined })}>
            {t("clearPeriod")}
          </Button>
        )}
      </div>
    </search>
  );
}
