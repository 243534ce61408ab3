"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Radar, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { Refusal } from "@/components/kit/refusal";
import { useFilters } from "@/components/kit/use-filters";
import { useNameOf } from "@/components/kit/use-language";
import { PageHead } from "@/components/shell/page-head";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ComboBox } from "@/components/ui/combo-box";
import { DaysField } from "@/components/ui/date-field";
import { DateTime } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { FilterSelect } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-queue";
import { radar as api } from "@/lib/areas/radar/contract";
import { type RadarFilters, type RadarList, radarFiltersSchema } from "@/lib/areas/radar/schemas";
import { SIGNALS } from "@/lib/areas/radar/words";
import { FindingList } from "./finding-list";
import { HeldReviews } from "./held-reviews";

const FIELD = "flex-1 basis-52";

export function RadarPage() {
  const t = useTranslations("radar");
  const { filters, change, clear, isFiltered } = useFilters(radarFiltersSchema);
  const query = useQuery(ask(api.list, { query: filters }, { placeholderData: keepPreviousData }));
  const look = useSend(api.run);
  return (
    <>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <LinkButton href="/reports">{t("toReports")}</LinkButton>
            <Button
              variant="primary"
              icon={Radar}
              isPending={look.isPending}
              onPress={() =>
                look.mutate(
                  {},
                  {
                    onSuccess: ({ findings }) =>
                      toast({ kind: "success", title: t("looked", { count: findings }) }),
                  },
                )
              }
            >
              {t("lookNow")}
            </Button>
          </>
        }
      />
      <Refusal error={look.error} />
      <HeldReviews />
      <QueryState query={query} loading={<Skeleton className="h-96 rounded-2xl" />}>
        {(list) => (
          <>
            <Filters list={list} filters={filters} change={change} />
            <People list={list} isFiltered={isFiltered} onClear={clear} />
          </>
        )}
      </QueryState>
    </>
  );
}

function Filters({
  list,
  filters,
  change,
}: {
  list: RadarList;
  filters: RadarFilters;
  change: (changes: RadarFilters) => void;
}) {
  const t = useTranslations("radar");
  const nameOf = useNameOf();
  const { from, until } = filters;
  return (
    <search aria-label={t("filters")} className="mb-5 grid gap-3">
      <div className="flex flex-wrap gap-3">
        <FilterSelect
          label={t("branch")}
          className={FIELD}
          any={t("allBranches")}
          options={list.branches.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
          value={filters.branch}
          onChange={(branch) => change({ branch })}
        />
        <FilterSelect
          label={t("signal")}
          className={FIELD}
          any={t("allSignals")}
          options={SIGNALS.map((id) => ({ id, label: t(`signals.${id}`) }))}
          value={filters.signal}
          onChange={(signal) => change({ signal })}
        />
        <ComboBox
          label={t("person")}
          className={FIELD}
          placeholder={t("everybody")}
          options={list.staff.map(({ id, name }) => ({ id, label: name }))}
          value={filters.person ?? null}
          onChange={(person) => change({ person: person ?? undefined })}
        />
        <FilterSelect<"open">
          label={t("case")}
          className={FIELD}
          any={t("allCases")}
          options={[{ id: "open", label: t("openCases") }]}
          value={filters.cases}
          onChange={(cases) => change({ cases })}
        />
        <DaysField
          label={t("period")}
          {...{ from, until }}
          onChange={(from, until) => change({ from, until })}
          className="max-w-full flex-auto basis-76 sm:grow-0"
        />
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {from && until && (
          <Button icon={X} onPress={() => change({ from: undefined, until: undefined })}>
            {t("clearPeriod")}
          </Button>
        )}
        {filters.person !== undefined && (
          <LinkButton href={`/reports/radar/${filters.person}`}>{t("toPerson")}</LinkButton>
        )}
      </div>
    </search>
  );
}

/** A person's newest findings; the others are on the person's page. */
const SHOWN_EACH = 4;

function People({
  list,
  isFiltered,
  onClear,
}: {
  list: RadarList;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const t = useTranslations("radar");
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft text-sm">
        {list.lookedAt === null
          ? t("notLooked")
          : t.rich("lookedAt", { at: () => <DateTime value={list.lookedAt ?? ""} /> })}
      </p>
      {list.people.length === 0 && (
        <Card>
          <EmptyState
            icon={<Radar aria-hidden />}
            title={t(isFiltered ? "noneFiltered" : "none")}
            actions={isFiltered && <Button onPress={onClear}>{t("clearFilters")}</Button>}
          >
            {t("noneText")}
          </EmptyState>
        </Card>
      )}
      {list.people.map(({ person, findings, openCaseId }) => (
        <Card
          key={person.id}
          title={
            <Link href={`/reports/radar/${person.id}`} className="underline-offset-4 hover:underline">
              <bdi>{person.name}</bdi>
            </Link>
          }
          description={t("countOf", { count: findings.length })}
          actions={
            <>
              {person.role === null && <Badge>{t("client")}</Badge>}
              {openCaseId !== null && (
                <Badge tone="accent">{t("caseOpen", { id: String(openCaseId) })}</Badge>
              )}
            </>
          }
        >
          <FindingList findings={findings.slice(0, SHOWN_EACH)} />
          {findings.length > SHOWN_EACH && (
            <p className="mt-3">
              <LinkButton size="small" href={`/reports/radar/${person.id}`}>
                {t("more", { count: findings.length - SHOWN_EACH })}
              </LinkButton>
            </p>
          )}
        </Card>
      ))}
      {list.hasMore && <p className="text-ink-soft text-sm">{t("hasMore")}</p>}
    </div>
  );
}
