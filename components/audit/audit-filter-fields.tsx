"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ask, askPages } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import type { FilterFields } from "@/components/lists/filter-fields";
import { Button } from "@/components/ui/button";
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

interface AuditFilterProps {
  filters: AuditFilters;
  change: (changes: AuditFilters) => void;
}

/** Filters of the log: by person, kind, act, subject, merchant and days. */
export function useAuditFields({ filters, change }: AuditFilterProps): FilterFields<AuditFilters> {
  const t = useTranslations("audit");
  const words = useActWords();
  const events = useEventWords();
  const { data: { users, actions, kinds, subjects } = NO_CHOICES } = useQuery(
    ask(api.choices, {}, { staleTime: 60_000 }),
  );
  const byWord = (one: { label: string }, other: { label: string }) => compareTexts(one.label, other.label);
  const any = t("everything");
  return {
    who: {
      ...{ label: t("who"), any: t("everybody"), isLong: true },
      options: users.map(({ id, name, username }) => ({ id, label: name, detail: username })).sort(byWord),
    },
    kind: (className) => (
      <FilterSelect
        {...{ label: t("kind"), any, className }}
        options={KINDS.map((id) => ({ id, label: t(`kinds.${id}`) }))}
        value={filters.grave ? "grave" : filters.alone ? "alone" : filters.kind}
        onChange={(kind) => change(ofKind(kind))}
      />
    ),
    action: {
      ...{ label: t("what"), any },
      options: actions
        .map((id) => ({ id, label: `${words.subject(id.split(".")[0] ?? "")}: ${words.verb(id)}` }))
        .concat(kinds.map((id) => ({ id, label: events.kind(id) })))
        .sort(byWord),
    },
    type: (className) => (
      <FilterSelect
        {...{ label: t("subject"), any, className }}
        options={subjects.map((id) => ({ id, label: words.subject(id) })).sort(byWord)}
        value={filters.type}
        onChange={(type) => change({ type, subject: undefined })}
      />
    ),
    merchant: "merchant",
    from: { days: t("period"), last: "until" },
  };
}

/** Takes back the filters that no field empties. */
export function Clearing({ filters, change }: AuditFilterProps) {
  const t = useTranslations("audit");
  return (
    <div className="mb-3 flex flex-wrap gap-3 empty:hidden">
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
