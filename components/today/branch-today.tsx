"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { ask } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { ShiftList } from "@/components/shifts/shift-list";
import { Card } from "@/components/ui/card";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { Comparison } from "./comparison";
import { Doer } from "./doer";
import { EntryList } from "./entry-list";
import { KindCards, KindCardsSkeleton } from "./kind-cards";
import { LookAlikes } from "./look-alikes";
import type { TodayFilter } from "./read-address";
import { TotalsTable } from "./totals-table";

export interface BranchTodayProps {
  branchId: number;
  /** Absent: today. */
  day: string | undefined;
  filter: TodayFilter;
  onFilter: (filter: TodayFilter) => void;
  shown: ShownEntry;
}

/** One branch's day: what may be wrong, the sums, the entries, and who did what. */
export function BranchToday({ branchId, day, filter, onFilter, shown }: BranchTodayProps) {
  const t = useTranslations("today");
  const shiftTexts = useTranslations("shifts");
  const { textOf } = useErrorText();
  const { data, error, refetch } = useQuery(ask(api.day, { params: { branchId }, query: { day } }));
  if (data === undefined && error !== null)
    return <ErrorState title={textOf(error)} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-6">
      {data !== undefined && (
        <LookAlikes of={{ branchId, day }} first={data.lookAlikes} onOpen={shown.show} />
      )}
      {/* On a phone the list comes first: what was just done is looked up there. */}
      <section className="cramped:order-1">
        <div className="mb-3 flex min-h-7 flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold text-lg">{t("sums")}</h2>
          {data !== undefined && <Comparison before={data.before} />}
        </div>
        {data === undefined ? <KindCardsSkeleton /> : <KindCards {...data} />}
      </section>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_24rem] cramped:contents">
        <EntryList
          branchId={branchId}
          day={day}
          filter={filter}
          onFilter={onFilter}
          people={data?.people ?? []}
          shown={shown}
        />
        <div className="grid gap-6 max-xl:order-first cramped:order-last">
          {data !== undefined && data.shifts.length > 0 && (
            <Card title={shiftTexts("title")}>
              <ShiftList shifts={data.shifts} />
            </Card>
          )}
          <Card title={t("people")}>
            {data === undefined ? <PeopleSkeleton /> : <People people={data.people} />}
          </Card>
        </div>
      </div>
    </div>
  );
}

function People({ people }: Pick<BranchDay, "people">) {
  const t = useTranslations("today");
  if (people.length === 0) return <p className="text-ink-soft">{t("peopleEmpty")}</p>;
  return (
    <TotalsTable
      label={t("people")}
      groups={people.map(({ by, kinds }) => ({ id: by.id, title: <Doer by={by} />, kinds }))}
    />
  );
}

function PeopleSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-64" />
    </Loading>
  );
}
