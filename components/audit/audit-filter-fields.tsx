"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, askPages } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import { MerchantChoice } from "@/components/merchants/merchant-choice";
import { Button } from "@/components/ui/button";
import { ComboBox } from "@/components/ui/combo-box";
import { DaysField } from "@/components/ui/date-field";
import { FilterSelect } from "@/components/ui/select";
import { audit as api } from "@/lib/areas/audit/contract";
import type { AuditChoices, AuditFilters } from "@/lib/areas/audit/schemas";
import { compareTexts } from "@/lib/platform/search-text";
import { useActWords } from "./act-words";
import { useEventWords } from "./event-words";

const NO_CHOICES: AuditChoices = { users: [], actions: [], kinds: [], subjects: [] };

const KINDS = ["acts", "events", "grave", "alone"] as const;

const ofKind = (kind: (typeof KINDS)[number] | undefined) => ({
  kind: kind === "grave" || kind === "alone" ? undefined : kind,
  grave: kind === "grave" ? ("yes" as const) : undefined,
  alone: kind === "alone" ? ("yes" as const) : undefined,
});
const FIELD = "flex-1 basis-52";

interface AuditFilterProps {
  filters: AuditFilters;
  change: (changes: AuditFilters) => void;
}

export function AuditFilterFields({ filters, change }: AuditFilterProps) {
  const t = useTranslations("audit");
  const words = useActWords();
  const events = useEventWords();
  const { data: { users, actions, kinds, subjects } = NO_CHOICES } = useQuery(
    ask(api.choices, {}, { staleTime: 60_000 }),
  );
  const byWord = (one: { label: string }, other: { label: string }) => compareTexts(one.label, other.label);
  const people = users.map(({ id, name, username }) => ({ id, label: name, detail: username })).sort(byWord);
  const { from, until } = filters;
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
        <FilterSelect
          label={t("kind")}
          className={FIELD}
          any={t("everything")}
          options={KINDS.map((id) => ({ id, label: t(`kinds.${id}`) }))}
          value={filters.grave ? "grave" : filters.alone ? "alone" : filters.kind}
          onChange={(kind) => change(ofKind(kind))}
        />
        <FilterSelect
          label={t("what")}
          className={FIELD}
          any={t("everything")}
          options={actions
            .map((id) => ({ id, label: `${words.subject(id.split(".")[0] ?? "")}: ${words.verb(id)}` }))
            .concat(kinds.map((id) => ({ id, label: events.kind(id) })))
            .sort(byWord)}
          value={filters.action}
          onChange={(action) => change({ action })}
        />
        <FilterSelect
          label={t("subject")}
          className={FIELD}
          any={t("everything")}
          options={subjects.map((id) => ({ id, label: words.subject(id) })).sort(byWord)}
          value={filters.type}
          onChange={(type) => change({ type, subject: undefined })}
        />
        <MerchantChoice
          value={filters.merchant}
          onChange={(merchant) => change({ merchant })}
          className={FIELD}
        />
        <DaysField
          label={t("period")}
          {...{ from, until }}
          onChange={(from, until) => change({ from, until })}
          className="max-w-full flex-auto basis-76 sm:grow-0"
        />
      </div>
      <Clearing filters={filters} change={change} />
    </search>
  );
}

/** Takes back the filters that no field empties. */
function Clearing({ filters, change }: AuditFilterProps) {
  const t = useTranslations("audit");
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {filters.from && filters.until && (
        <Button icon={X} onPress={() => change({ from: undefined, until: undefined })}>
          {t("clearPeriod")}
        </Button>
      )}
      {filters.subject && (
        <Button icon={X} onPress={() => change({ subject: undefined })}>
          {t("onlySubject")} <SubjectName filters={filters} />
        </Button>
      )}
    </div>
  );
}

/** Name of the one subject that the log is narrowed to, as the found acts have it. */
function SubjectName({ filters }: { filters: AuditFilters }) {
  const inLanguage = useInLanguage();
  const words = useActWords();
  const { data } = useInfiniteQuery(
    askPages(api.list, { query: filters }, { placeholderData: keepPreviousData }),
  );
  const name = data?.pages[0]?.acts.find(({ subject }) => subject.name !== null)?.subject.name;
  return <bdi>{name ? inLanguage(name) : words.subject(filters.type ?? "")}</bdi>;
}
