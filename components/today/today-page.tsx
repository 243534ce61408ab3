"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useShownEntry } from "@/components/entries/use-shown-entry";
import { ask, may } from "@/components/kit/contract";
import { useMe } from "@/components/kit/use-me";
import { LinkButton } from "@/components/shell/link-button";
import { PageHead } from "@/components/shell/page-head";
import { lazyPart } from "@/components/ui/lazy-part";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/states";
import { today as api } from "@/lib/areas/today/contract";
import { todayPath, useTodayAddress } from "./address";
import { AllBranches } from "./all-branches";
import { useBranchName } from "./branch-name";
import { BranchToday } from "./branch-today";
import { useDayTitle } from "./day-name";
import { NoBranch } from "./no-branch";
import type { TodayAddress } from "./read-address";

/** Days are reckoned by a calendar that the page can be read without. */
const DayChooser = lazyPart(async () => (await import("./day-chooser")).DayChooser, {
  whileLoading: <Skeleton className="mt-6.5 h-control w-60" />,
});

const EntryDrawer = lazyPart(async () => (await import("@/components/entries/entry-drawer")).EntryDrawer);

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
