"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Ref, useState } from "react";
import { ask } from "@/components/kit/contract";
import { FileLink } from "@/components/kit/file-link";
import { useDayName } from "@/components/kit/use-day-name";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { cx } from "@/components/ui/cx";
import { DateTime, Money } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { Shift } from "@/lib/areas/shifts/schemas";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { pathOf } from "@/lib/portal/contract";
import { todayPath, useTodayAddress } from "./address";
import { Doer } from "./doer";
import { NoBranch, useBranchName } from "./no-branch";
import { PrintedPage } from "./printed-page";
import { Fact, type Paper, Sheet, Signature, Signatures } from "./sheet";
import { TotalsTable } from "./totals-table";

/** Stands for the whole branch among the people. */
const WHOLE_BRANCH = 0;

/**
 * The end-of-shift report as it will be printed. By default a cashier's covers their shift and the branch's totals, a
 * supervisor's the branch.
 */
export function ReportPage() {
  const { activeBranchId, branches } = useMe();
  const { branchId, day } = useTodayAddress();
  const reported = typeof branchId === "number" ? branchId : (activeBranchId ?? branches[0]?.id);
  return reported === undefined ? <NoBranch /> : <BranchReport branchId={reported} day={day} />;
}

function BranchReport({ branchId, day }: { branchId: number; day: string | undefined }) {
  const t = useTranslations("today.report");
  const me = useMe();
  const branch = me.branches.find(({ id }) => id === branchId);
  const query = useQuery(ask(api.day, { params: { branchId }, query: { day } }));
  const { data } = query;
  const [userId, setUserId] = useState(me.user.role === "cashier" ? me.user.id : WHOLE_BRANCH);
  return (
    <PrintedPage
      title={t("title")}
      back={todayPath({ branchId, day, filter: {} })}
      query={query}
      scope={<ScopeChooser people={data?.people ?? []} userId={userId} onChange={setUserId} />}
      file={<FileLink href={csvPath(branchId, data?.day ?? day, userId)}>{t("csv")}</FileLink>}
    >
      {(known, sheet) =>
        branch && <ReportSheet {...sheet} day={known} branch={branch} userId={userId || null} />
      }
    </PrintedPage>
  );
}

/** The whole branch, one's own shift, or another person's. */
function ScopeChooser({
  people,
  userId,
  onChange,
}: {
  people: BranchDay["people"];
  userId: number;
  onChange: (userId: number) => void;
}) {
  const t = useTranslations("today.report");
  const { user } = useMe();
  const others = people.filter(({ by }) => by.id !== user.id);
  return (
    <Select
      label={t("scope")}
      className="w-64 max-w-full"
      value={userId}
      onChange={onChange}
      options={[
        { id: WHOLE_BRANCH, label: t("wholeBranch") },
        { id: user.id, label: t("myShift") },
        ...others.map(({ by }) => ({ id: by.id, label: t("shiftOf", { name: by.name }) })),
      ]}
    />
  );
}

function csvPath(branchId: number, day: string | undefined, userId: number): string {
  const query = new URLSearchParams({
    ...(day !== undefined && { day }),
    ...(userId !== WHOLE_BRANCH && { userId: String(userId) }),
  });
  return `/api/portal/${pathOf(api.report, { branchId })}?${query}`;
}

interface ReportSheetProps {
  day: BranchDay;
  branch: PortalBranch;
  /** One person's shift; null: the whole branch. */
  userId: number | null;
  paper: Paper;
  ref: Ref<HTMLElement>;
}

/** The end-of-shift report: where, when and by whom, sums per kind and per person, and room to sign. */
function ReportSheet({ day, branch, userId, paper, ref }: ReportSheetProps) {
  const t = useTranslations("today.report");
  const branchGroup = { id: "branch", title: t("wholeBranch"), kinds: day.kinds, hasNet: true };
  const groupOf = ({ by, kinds }: BranchDay["people"][number]) => ({
    id: by.id,
    title: <Doer by={by} isOnPaper />,
    kinds,
  });
  const groupsOfBranch = [branchGroup, ...day.people.map(groupOf)];
  const person = day.people.find(({ by }) => by.id === userId);
  const shiftGroup = { id: "shift", title: t("thisShift"), kinds: person?.kinds ?? [], hasNet: true };
  const groupsOfShift = [shiftGroup, branchGroup];
  const isNarrow = paper === "roll";
  return (
    <Sheet ref={ref} label={t("preview")} paper={paper}>
      <SheetHead day={day} branch={branch} userId={userId} isNarrow={isNarrow} />
      <div className="mt-[1.5em]">
        <TotalsTable label={t("title")} groups={userId === null ? groupsOfBranch : groupsOfShift} />
      </div>
      <p className="mt-[1.5em]">{t("lookAlikes", { count: day.lookAlikes.count })}</p>
      {day.shifts.length > 0 && <ShiftsTable shifts={day.shifts} />}
      <Signatures isNarrow={isNarrow}>
        <Signature role={t("signedCashier")} />
        <Signature role={t("signedSupervisor")} />
      </Signatures>
    </Sheet>
  );
}

function SheetHead({
  day,
  branch,
  userId,
  isNarrow,
}: Pick<ReportSheetProps, "day" | "branch" | "userId"> & { isNarrow: boolean }) {
  const t = useTranslations("today.report");
  const format = useFormatter();
  const nameOf = useNameOf();
  const nameOfBranch = useBranchName();
  const nameOfDay = useDayName();
  const { user, merchant } = useMe();
  const person = userId === user.id ? user.name : day.people.find(({ by }) => by.id === userId)?.by.name;
  const now = format.dateTime(new Date(day.readAt), { hour: "numeric", minute: "2-digit" });
  return (
    <header>
      <h2 className="font-semibold text-[1.6em]">{t("title")}</h2>
      {merchant && (
        <p className="text-[1.15em]">
          <bdi>{nameOf(merchant)}</bdi>
        </p>
      )}
      <dl
        className={cx(
          "mt-[1em] grid gap-x-[2em] gap-y-[0.25em]",
          !isNarrow && "sm:grid-cols-2 print:grid-cols-2",
        )}
      >
        <Fact name={t("branch")}>{nameOfBranch(branch)}</Fact>
        {person !== undefined && <Fact name={t("person")}>{person}</Fact>}
        <Fact name={t("day")}>{nameOfDay(day.day)}</Fact>
        <Fact name={t("period")}>{day.before.isWholeDay ? t("wholeDay") : t("untilNow", { time: now })}</Fact>
        <Fact name={t("printedBy")}>{user.name}</Fact>
        <Fact name={t("printedAt")}>
          <DateTime value={day.readAt} />
        </Fact>
      </dl>
    </header>
  );
}

/** The day's shifts: who, from when to when, and what was counted at the end. */
function ShiftsTable({ shifts }: { shifts: readonly Shift[] }) {
  const t = useTranslations("shifts");
  return (
    <section className="mt-[1.5em]">
      <h3 className="font-semibold">{t("title")}</h3>
      <ul className="mt-[0.4em] grid gap-[0.4em]">
        {shifts.map(({ id, person, openedAt, closedAt, closingCount }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-[1em]">
            <span>
              <bdi>{person.name}</bdi>
              {": "}
              <DateTime value={openedAt} />
              {" – "}
              {closedAt === null ? t("stillOpen") : <DateTime value={closedAt} />}
            </span>
            {closingCount !== null && (
              <span>
                {t("closingCount")} <Money value={closingCount} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
