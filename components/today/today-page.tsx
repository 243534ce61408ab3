"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { EntryDrawer } from "@/components/entries/entry-drawer";
import { type ShownEntry, useShownEntry } from "@/components/entries/use-shown-entry";
import { ask } from "@/components/kit/contract";
import { may } from "@/components/kit/may";
import { noonOf, useDayName } from "@/components/kit/use-day-name";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { PageHead } from "@/components/shell/page-head";
import { ShiftList } from "@/components/shifts/shift-list";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { Select } from "@/components/ui/select";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { todayPath, useTodayAddress } from "./address";
import { AllBranches } from "./all-branches";
import { Comparison } from "./comparison";
import { DayChooser } from "./day-chooser";
import { Doer } from "./doer";
import { EntryList } from "./entry-list";
import { KindCards, KindCardsSkeleton } from "./kind-cards";
import { LookAlikes } from "./look-alikes";
import { NoBranch, useBranchName } from "./no-branch";
import type { TodayAddress, TodayFilter } from "./read-address";
import { TotalsTable } from "./totals-table";

/** A branch's day, or that of all branches. The page's address has day, branch and filters. */
export function TodayPage({ today: known }: { today: string }) {
  const t = useTranslations("today");
  const titleOf = useDayTitle();
  const me = useMe();
  const [address, show] = useShownDay();
  const shown = useShownEntry();
  const branchId = address.branchId ?? me.activeBranchId ?? me.branches[0]?.id;
  const today = useProgrammeDay({ branchId, day: address.day }, known);
  const day = address.day ?? today;
  const { title, lead } = titleOf(day, today);
  if (branchId === undefined)
    return (
      <>
        <PageHead title={title} lead={lead} />
        <NoBranch />
      </>
    );
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        actions={
          branchId !== "all" && (
            <LinkButton href={todayPath({ branchId, day: address.day, filter: {} }, "today/report")}>
              <FileText aria-hidden className="me-2 size-[1.15em]" />
              {t("report.open")}
            </LinkButton>
          )
        }
      />
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
        <BranchChooser branchId={branchId} onChange={(chosen) => show({ ...address, branchId: chosen })} />
        <DayChooser day={day} today={today} onChange={(chosen) => show({ ...address, day: chosen })} />
      </div>
      {branchId === "all" ? (
        <AllBranches day={address.day} onOpenBranch={(chosen) => show({ ...address, branchId: chosen })} />
      ) : (
        <BranchToday
          branchId={branchId}
          day={address.day}
          filter={address.filter}
          onFilter={(filter) => show({ ...address, filter })}
          shown={shown}
        />
      )}

      {shown.entryId !== null && (
        <EntryDrawer entryId={shown.entryId} onClose={shown.close} onShow={shown.show} />
      )}
    </>
  );
}

/** The branches that one may look at, closed ones included; nothing to choose for those who have one only. */
function BranchChooser({
  branchId,
  onChange,
}: {
  branchId: number | "all";
  onChange: (branchId: number | "all") => void;
}) {
  const t = useTranslations("today");
  const nameOf = useBranchName();
  const { branches, user } = useMe();
  if (branches.length < 2) return null;
  const all = may(user, api.totals) ? [{ id: "all" as const, label: t("allBranches") }] : [];
  return (
    <Select<number | "all">
      label={t("branch")}
      icon={Store}
      className="w-72 max-w-full"
      options={[...all, ...branches.map((branch) => ({ id: branch.id, label: nameOf(branch) }))]}
      value={branchId}
      onChange={onChange}
    />
  );
}

/**
 * The choices in the page's address and their setter. Back undoes each choice; the browser's own history is used,
 * because the router would ask the server for the page again.
 */
function useShownDay(): [TodayAddress, (address: TodayAddress) => void] {
  const address = useTodayAddress();
  return [
    address,
    (changed) => {
      const isTyping = changed.filter.text !== address.filter.text;
      if (isTyping) window.history.replaceState(null, "", todayPath(changed));
      else window.history.pushState(null, "", todayPath(changed));
    },
  ];
}

/** The programme's day at this moment, as the latest answer tells it; `known` until there is one. */
function useProgrammeDay(
  { branchId, day }: { branchId: number | "all" | undefined; day: string | undefined },
  known: string,
): string {
  const isAll = branchId === "all";
  const id = typeof branchId === "number" ? branchId : 0;
  const query = { day };
  const ofBranch = useQuery({ ...ask(api.day, { params: { branchId: id }, query }), enabled: id !== 0 });
  const ofAll = useQuery({ ...ask(api.totals, { query }), enabled: isAll });
  return (isAll ? ofAll : ofBranch).data?.today ?? known;
}

interface BranchTodayProps {
  branchId: number;
  /** Absent: today. */
  day: string | undefined;
  filter: TodayFilter;
  onFilter: (filter: TodayFilter) => void;
  shown: ShownEntry;
}

/** One branch's day: what may be wrong, the sums, the entries, and who did what. */
function BranchToday({ branchId, day, filter, onFilter, shown }: BranchTodayProps) {
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** How a page about one day is called: by the day's own name, and below it by how long ago it was. */
function useDayTitle(): (day: string, today: string) => { title: string; lead: string } {
  const t = useTranslations("today");
  const nameOf = useDayName();
  return (day, today) => ({
    title: nameOf(day, { hasYear: day.slice(0, 4) !== today.slice(0, 4) }),
    lead: t("daysAgo", { days: (noonOf(today).getTime() - noonOf(day).getTime()) / DAY_MS }),
  });
}
